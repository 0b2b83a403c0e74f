import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Declaration } from '../command-line/declaration.ts'
import { sceneOf } from '../command-line/testing/scene.ts'
import type { OutputFormat } from '../terminal/output.ts'
import { declarationsOf } from './declarations.ts'
import { FiqError } from '@fiq/shared/errors'

const declarations = await declarationsOf()
const responses: Readonly<Record<string, string>> = {
  quote: 'quotes',
  history: 'priceHistory',
  search: 'searchEntities',
  entity: 'entityByTicker',
  screen: 'screen',
  sanctions: 'sanctionsScreen',
  holdings: 'institutionalHoldings',
  'short-interest': 'shortInterest',
  'campaign-finance': 'campaignFinance',
  gdp: 'gdp',
  inflation: 'inflation',
  rates: 'interestRates',
  series: 'macroSeries',
  multiples: 'sp500Multiples',
  status: 'marketStatus',
  technicals: 'entityByTicker',
}
const words: Readonly<Record<string, string>> = { cik: '1067983', series: 'pe-ratio', ticker: 'A' }
const formats: readonly OutputFormat[] = ['text', 'json', 'csv', 'ndjson', 'plain']
const odd = fc.constantFrom<unknown>(...Array(8).fill(JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"valueOf":4}')),
  Infinity, -Infinity, 1e308, -1e308, 5e-324, -0, 0, 1e21, 2 ** 53, null, true, false, '', 'NaN', 'x'.repeat(3000), [], {}, [null], [[]], { a: 1 }, '2026-13-45', '0000', '-1', '9'.repeat(400), '\u001b[2J', [1, 2, 3], JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'), '2026-01-02', '+275760-09-13', '2026-01-02T00:00:00Z',
)
const rowOf = (fields: readonly string[]) => fc.dictionary(fc.constantFrom(...fields, 'x'), odd, { maxKeys: fields.length })
const seen = new Map<string, string>()
describe('odd', () => {
  test.each(declarations.filter(({ name }) => responses[name] !== undefined))('fiq $name', async (declaration: Declaration) => {
    const fields = [...(declaration.fields ?? []), 'bars','date','close','open','high','low','volume','value','ticker','market','technicals','news','risk','signals','title','points','currency','name', 'asOf', 'session', 'holdings', 'matches', 'score']
    const row = fc.oneof(rowOf(fields), odd, fc.tuple(rowOf(fields), fc.constantFrom(...fields), fc.oneof(fc.array(rowOf(fields), { maxLength: 3 }), rowOf(fields))).map(([a, k, b]) => ({ ...a, [k]: b })))
    const value = fc.oneof(row, fc.array(row, { maxLength: 3 }))
    await fc.assert(fc.asyncProperty(value, fc.constantFrom(...formats), async (value, format) => {
      const data = { [responses[declaration.name]!]: value }
      const { context, out, err } = sceneOf({ format, data, answer: { data, response: { data } } as never })
      const given = (declaration.arguments ?? []).map(({ name }) => [name, [words[name] ?? 'USA']])
      const { run } = await declaration.load!()
      try {
        await run(context, { arguments: Object.fromEntries(given), options: {} }, declarationsOf)
      } catch (error) {
        if (!(error instanceof FiqError)) {
          const key = `${declaration.name}: ${String((error as Error).stack).split('\n').slice(0, 3).join(' | ')}`
          if (!seen.has(key)) { seen.set(key, JSON.stringify(value, (_, v) => typeof v === 'string' ? v.slice(0, 20) : v).slice(0, 400)); console.log(key, '\n   ', seen.get(key)) }
        }
      }
      expect((out() + err()).length).toBeLessThan(1_000_000)
    }), { numRuns: 3000 })
  })
})
