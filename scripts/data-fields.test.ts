import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { dataFieldHeads, dataFieldRows } from './data-fields.ts'

const rows = dataFieldRows(connectors)

test('default: a row for every priced field, and nothing empty in any', () => {
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

test('behavior: the tests named are there', () => {
  const folder = join(import.meta.dirname, '../packages/server/src/connectors')
  for (const row of rows)
    for (const name of row.at(-1)!.split('<br>'))
      expect(existsSync(join(folder, name.replaceAll('`', ''))), name).toBe(true)
})

const real = join(import.meta.dirname, '../../shared/data')
test.runIf(existsSync(real))('behavior: the real files named are in ../shared/data', () => {
  for (const row of rows)
    for (const [, path = ''] of row[6]!.matchAll(/`([^`]+\/[^`*]*)\*?`/g))
      expect(existsSync(join(real, path)), `${row[0]}: ${path}`).toBe(true)
})

test('behavior: a field shows no answers of a source that another field of its area asks', () => {
  const answers = (field: string) => rows.find(([name]) => name === `\`${field}\``)?.[6]
  expect(answers('Derivatives.futures')).toBe('written in the tests')
  expect(answers('Derivatives.options')).toContain('`yahoo/options_OXY.json.gz`')
})

test('behavior: a source that needs a key is in no mirror; imports count where they are asked for', () => {
  const transports = (field: string) => rows.find(([name]) => name === `\`${field}\``)?.[3]
  expect(transports('Social.reddit')).toBe('live, sandbox')
  expect(transports('Query.priceHistory')).toBe('live, mirror, sandbox, files')
  expect(transports('Entity.executives')).toBe('live, mirror, sandbox')
})

test('behavior: fields of one area have sources of their own, terms and delays beside each', () => {
  const row = (field: string) => rows.find(([name]) => name === `\`${field}\``)!
  expect(row('Derivatives.options').slice(1, 3)).toEqual([
    '`cboe-options`<br>`yahoo-options`<br>`sec-tickers`<br>`sec-fund-tickers`<br>`sec-fund-names`<br>`nasdaq-trader`',
    'restricted<br>restricted<br>public<br>public<br>public<br>restricted',
  ])
  expect(row('Derivatives.futures')[1]).toBe('`cftc-cot`')
  expect(row('Entity.derivatives')[1]).toBe('of its fields')
  for (const [, sources = '', licence = '', , delay = ''] of rows)
    expect([licence, delay].map((cell) => cell.split('<br>').length)).toEqual(
      Array(2).fill(sources.split('<br>').length),
    )
})
