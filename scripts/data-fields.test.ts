import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { dataFieldHeads, dataFieldRows } from './data-fields.ts'

const rows = await dataFieldRows(connectors)

test('default: has a row for every priced field, without empty cells', () => {
  const priced = connectors.flatMap(({ fields }) => Object.keys(fields))
  expect(rows.map(([field]) => field)).toEqual(priced.map((coordinate) => `\`${coordinate}\``))
  for (const row of rows) {
    expect(row).toHaveLength(dataFieldHeads.length)
    expect(
      row.filter((cell) => cell.trim() === ''),
      row[0],
    ).toEqual([])
  }
})

test('behavior: the named tests exist', () => {
  const root = join(import.meta.dirname, '..')
  for (const row of rows)
    for (const name of row.at(-1)!.replaceAll('`', '').split('<br>')) {
      const path = name.startsWith('packages/') ? name : `packages/server/src/connectors/${name}`
      expect(existsSync(join(root, path)), name).toBe(true)
    }
})

test('behavior: real responses are beside their source, altered ones marked', () => {
  const answers = (field: string) => rows.find(([name]) => name === `\`${field}\``)![6]!
  expect(answers('Derivatives.futuresChain')).toBe('`yahoo/quoteSummary_ES=F.json.gz`')
  expect(answers('Derivatives.options').split('<br>')).toEqual([
    'written by hand',
    '`recorded/cdn.cboe.com/api_global_delayed_quotes_options__SPX_2024-11-20_excerpt.json` (excerpt)',
    '`yahoo/options_OXY.json.gz`',
    '`edgar/company_tickers_exchange.json.gz`',
    '`recorded/www.sec.gov/files_company_tickers_mf_2024-08.json`',
    'written by hand',
    expect.stringMatching(/^`equities\/other_listed.csv.gz` \(figures\), `recorded\//),
  ])
})

test('behavior: a source that needs a key is in no mirror; imports count for areas that use them', () => {
  const transports = (field: string) => rows.find(([name]) => name === `\`${field}\``)?.[3]
  expect(transports('Social.reddit')).toBe('live, sandbox')
  expect(transports('Query.priceHistory')).toBe('live, mirror, sandbox, files')
  expect(transports('Query.inflation')).toBe('live, mirror, sandbox, files')
  expect(transports('Derivatives.options')).toBe('live, mirror, sandbox')
  expect(transports('Entity.executives')).toBe('live, mirror, sandbox')
})

test('behavior: fields of one area have their own sources, with terms and delays', () => {
  const row = (field: string) => rows.find(([name]) => name === `\`${field}\``)!
  expect(row('Derivatives.options').slice(1, 3)).toEqual([
    '`alpaca-options`<br>`cboe-options`<br>`yahoo-options`<br>`sec-tickers`<br>`sec-fund-tickers`<br>`sec-fund-names`<br>`nasdaq-trader`',
    'restricted<br>restricted<br>restricted<br>public<br>public<br>public<br>restricted',
  ])
  expect(row('Derivatives.futures')[1]).toBe('`cftc-cot`')
  expect(row('Entity.derivatives')[1]).toBe('of its fields')
  for (const [, sources = '', licence = '', , delay = '', , answers = ''] of rows)
    expect([licence, delay, answers].map((cell) => cell.split('<br>').length)).toEqual(
      Array(3).fill(sources.split('<br>').length),
    )
})
