import { indicatorOf, isKnown } from '@fiq/shared/indicators/indicator'
import { indicatorRules } from '@fiq/shared/indicators/indicator-rules'
import { settingsOf } from '@fiq/shared/indicators/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yearOverYear } from '../connectors/inflation/connector.ts'
import { screenRow } from '../connectors/screen/screen-row.ts'
import { multiples } from '../connectors/sp500-multiples/shiller.ts'
import { changeOf } from './prices/quote-row.ts'
import { productOf, tidy } from './tidy.ts'

/** Possible JSON values of a source: any number, and nothing. */
const figure = fc.double({ noNaN: true, noDefaultInfinity: true })
const known = fc.option(figure, { nil: null })

/** Invalid numbers anywhere in a value. */
function noNumbers(value: unknown): number[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(noNumbers) : []
}

test('default: ten significant digits; null for a value that is not a number', () => {
  expect([0.1 + 0.2, 531.05 - 531.47, 1 / 0, 0 / 0].map(tidy)).toEqual([0.3, -0.42, null, null])
})

test('behavior: a product of figures with cents keeps its cents, and no more', () => {
  expect(productOf(200_000, 8.88)).toBe(1_776_000)
  expect(productOf(123_456_789, 10.01)).toBe(1_235_802_457.89)
  expect(productOf(1e200, 1e200)).toBeNull()
  const cents = fc.integer({ min: 1, max: 1e6 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), cents, (shares, price) => {
      expect(productOf(shares, price / 100)).toBe((shares * price) / 100)
    }),
  )
})

test('behavior: every computed value of any figures is a number', () => {
  const row = {
    ticker: fc.constant('A'),
    name: fc.constant(null),
    exchange: fc.constant(null),
    price: known,
    previousClose: known,
    changePercent: known,
    volume: known,
    averageDailyVolume3M: known,
    preMarketPrice: known,
    marketCap: known,
    marketState: fc.constantFrom('PRE', 'REGULAR'),
  }
  const month = { date: fc.constant('2025-01-01'), price: known, dividend: known, earnings: known }
  fc.assert(
    fc.property(
      fc.tuple(figure, known),
      fc.record(row),
      fc.record({ ...month, pe10: known }),
      fc.tuple(known, known),
      ([price, previousClose], stated, multiple, [before, after]) => {
        const computed = [
          changeOf(price, previousClose),
          screenRow(stated),
          Object.values(multiples).map((of) => of(multiple)),
          yearOverYear([
            { date: '2024-01-01', value: before },
            { date: '2025-01-01', value: after },
          ]),
        ]
        expect(noNumbers(computed)).toEqual([])
      },
    ),
    {
      numRuns: 2_000,
      examples: [
        [
          [1.7e308, -1.7e308],
          {
            ticker: 'A',
            name: null,
            exchange: null,
            price: 1.7e308,
            previousClose: 5e-324,
            changePercent: null,
            volume: 1.7e308,
            averageDailyVolume3M: 5e-324,
            preMarketPrice: 1.7e308,
            marketCap: null,
            marketState: 'REGULAR',
          },
          { date: '2025-01-01', price: 1.7e308, dividend: 1.7e308, earnings: 5e-324, pe10: 1 },
          [5e-324, 1.7e308],
        ],
      ],
    },
  )
})

const bar = fc.record({
  open: known,
  high: known,
  low: known,
  close: figure,
  volume: known,
})

test('behavior: every indicator of any bars is a number', () => {
  const all = (bars: readonly { close: number }[]) =>
    Object.values(indicatorRules).map((rule) =>
      indicatorOf(
        rule,
        bars.map((each, at) => ({
          open: null,
          high: null,
          low: null,
          volume: null,
          ...each,
          date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        })),
        settingsOf(rule, {}),
      ),
    )
  fc.assert(
    fc.property(fc.array(bar, { minLength: 30, maxLength: 60 }), (bars) => {
      expect(noNumbers(all(bars))).toEqual([])
    }),
    { numRuns: 200 },
  )
  const huge = Array.from({ length: 60 }, (_, at) => ({
    high: 1.7e308,
    low: 1,
    close: at % 2 === 0 ? 1 : 1.7e308,
    volume: 1e308,
  }))
  expect(noNumbers(all(huge))).toEqual([])
  expect([1e15, 1.1e15, -1e15, 5e-324, null].map(isKnown)).toEqual([true, false, true, true, false])
})
