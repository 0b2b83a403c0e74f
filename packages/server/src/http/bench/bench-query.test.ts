import { schemaText, tariff } from '@fiq/shared/schema/contract'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import {
  availableLines,
  benchLines,
  benchOperation,
  benchTickers,
  firstBenchQuery,
  priceBench,
} from './bench-query.ts'

const contract = { schema: buildSchema(schemaText), tariff }

test('default: the price of the first query is the sum of its lines', () => {
  const { lines, rest, price } = priceBench(contract, firstBenchQuery)
  expect(lines.map(({ isChosen }) => isChosen)).toEqual([true, true, true, true, true, true, false])
  expect(lines.map(({ times }) => times)).toEqual([3, 3, 3, 3, 3, 3, 3])
  expect([rest, price.amount]).toEqual([[], 54_000n])
})

test('property: selected lines and the rest sum to the price, for any query of the page', () => {
  const names = benchLines.map(({ name }) => name)
  const tickers = fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,5}$/), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(tickers, fc.subarray(names), (some, lines) => {
      const priced = priceBench(contract, { tickers: some, lines })
      const chosen = priced.lines.filter(({ isChosen }) => isChosen)
      const sum = [...chosen, ...priced.rest].reduce((total, { amount }) => total + amount, 0n)
      expect(sum).toBe(priced.price.amount)
      expect(priced.rest.map(({ label }) => label)).toSatisfy(
        (labels: string[]) => labels.length === 0 || labels.join() === 'minimum',
      )
    }),
    { numRuns: 60 },
  )
})

test('behavior: does not offer a line whose source is missing', () => {
  const without = (coordinate: string) =>
    availableLines({ ...contract, tariff: { ...tariff, unavailable: { [coordinate]: 'area' } } })
  expect(without('Query.priceHistory')).not.toContain('history')
  expect(without('Query.entitiesByTickers')).toEqual([])
  expect(benchOperation({ tickers: ['A'], lines: [] }).query).toContain('entitiesByTickers')
})

test('error: omits invalid tickers, and uses at most ten', () => {
  expect(benchTickers(['aapl, msft', 'AAPL', '<b>', '^gspc', 'x'.repeat(500)])).toEqual([
    'AAPL',
    'MSFT',
    '^GSPC',
  ])
  expect(benchTickers([Array.from({ length: 40 }, (_, at) => `T${at}`).join(' ')])).toHaveLength(10)
})
