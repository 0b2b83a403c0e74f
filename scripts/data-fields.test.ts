import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { areaSections, dataFields } from './data-fields.ts'

const fields = await dataFields(connectors)
const named = (name: string) => fields.find(({ coordinate }) => coordinate === name)!

test('default: has every priced field with a test', () => {
  const priced = connectors.flatMap((connector) => Object.keys(connector.fields))
  expect(fields.map(({ coordinate }) => coordinate)).toEqual(priced)
  expect(fields.filter(({ tests }) => tests.length === 0)).toEqual([])
})

test('behavior: the named tests exist', () => {
  const root = join(import.meta.dirname, '..')
  for (const name of fields.flatMap(({ tests }) => tests)) {
    const path = name.startsWith('packages/') ? name : `packages/server/src/connectors/${name}`
    expect(existsSync(join(root, path)), name).toBe(true)
  }
})

test('behavior: real responses are beside their source, altered ones marked', () => {
  const answers = (name: string) => named(name).sources.map((source) => source.answers)
  expect(answers('Derivatives.futuresChain')).toEqual([['`yahoo/quoteSummary_ES=F.json.gz`']])
  expect(answers('Derivatives.options')).toEqual([
    [],
    [
      '`recorded/cdn.cboe.com/api_global_delayed_quotes_options__SPX_2024-11-20_excerpt.json` (excerpt)',
    ],
    ['`yahoo/options_OXY.json.gz`'],
    ['`edgar/company_tickers_exchange.json.gz`'],
    ['`recorded/www.sec.gov/files_company_tickers_mf_2024-08.json`'],
    [],
    [
      '`equities/other_listed.csv.gz` (figures)',
      expect.stringMatching(/^`recorded\//),
      expect.stringMatching(/^`recorded\//),
    ],
  ])
})

test('behavior: a source that needs a key is in no mirror; imports count for areas that use them', () => {
  const transports = (name: string) => named(name).transports.join(', ')
  expect(transports('Social.reddit')).toBe('live, sandbox')
  expect(transports('Query.priceHistory')).toBe('live, mirror, sandbox, files')
  expect(transports('Query.inflation')).toBe('live, mirror, sandbox, files')
  expect(transports('Derivatives.options')).toBe('live, mirror, sandbox')
  expect(transports('Entity.executives')).toBe('live, mirror, sandbox')
})

test('behavior: fields of one area have their own sources, with terms and delays', () => {
  const [first, second] = named('Derivatives.options').sources
  expect([first?.id, first?.licence, second?.id]).toEqual([
    'alpaca-options',
    'restricted',
    'cboe-options',
  ])
  expect(named('Derivatives.futures').sources.map(({ id }) => id)).toEqual(['cftc-cot'])
  expect([named('Entity.derivatives').isGroup, named('Entity.derivatives').sources]).toEqual([
    true,
    [],
  ])
})

test('behavior: a section lists the fields of an area, and the sources once for those that share them', () => {
  const base = { area: 'a', credits: 1, isGroup: false, transports: ['live'], tests: ['t'] }
  const sources = [
    { id: 's', licence: 'public', delay: 'none', answers: ['`f`', '`g`'] },
    { id: 'r', licence: 'restricted', delay: 'a day', answers: [] },
  ]
  expect(
    areaSections([
      { ...base, coordinate: 'Q.x', sources },
      { ...base, coordinate: 'Q.y', sources },
      { ...base, coordinate: 'Q.z', sources: [] },
    ]).slice(2),
  ).toEqual([
    'Sources of `Q.x`, `Q.y`:\n\n1. `s` (public; none): `f`, `g`\n2. `r` (restricted; a day): written by hand',
    '`Q.z`: computed by the server, without a source.',
  ])
})
