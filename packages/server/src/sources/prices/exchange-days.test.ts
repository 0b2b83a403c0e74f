import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../statements/days.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadYahooBars } from './yahoo-chart.ts'

/** Exchanges with their opening time. Their offsets changed, some by more than daylight saving. */
const exchanges = fc.constantFrom(
  ...([
    ['America/New_York', 9, 30],
    ['Europe/London', 8, 0],
    ['Australia/Sydney', 10, 0],
    ['Pacific/Auckland', 10, 0],
    ['Asia/Tokyo', 9, 0],
    ['America/Sao_Paulo', 10, 0],
    ['Africa/Cairo', 10, 0],
    ['Asia/Kolkata', 9, 15],
    ['Europe/Moscow', 10, 0],
    ['America/Santiago', 9, 30],
  ] as const),
)

/** The instant of a local time, found by trying all offsets. Seconds since 1970. */
function instantOf(zone: string, day: string, hour: number, minute: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const local = `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  for (let quarters = -56; quarters <= 56; quarters += 1) {
    const at = Date.UTC(year, month - 1, date, hour, minute) + quarters * 900_000
    if (format.format(at) === local) return at / 1_000
  }
  throw new Error(`${zone} has no ${local}`)
}

const charts = fc.record({
  exchange: exchanges,
  first: fc.integer({ min: 0, max: 20_000 }),
  gaps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
  readAfter: fc.integer({ min: 0, max: 400 }),
})

test('property: a bar and its dividend have the day of the exchange, whatever the offset of today', async () => {
  await fc.assert(
    fc.asyncProperty(charts, async ({ exchange, first, gaps, readAfter }) => {
      const [zone, hour, minute] = exchange
      const days = [addDays('1970-01-05', first)]
      for (const gap of gaps) days.push(addDays(days.at(-1)!, gap))
      const opens = days.map((day) => instantOf(zone, day, hour, minute))
      const today = addDays(days.at(-1)!, readAfter)
      const gmtoffset =
        Date.parse(`${today}T00:00Z`) / 1_000 - instantOf(zone, today, 12, 0) + 43_200
      const prices = days.map((_, at) => 100 + at)
      const paidOn = days.length >> 1
      const body = {
        chart: {
          result: [
            {
              meta: { gmtoffset, exchangeTimezoneName: zone, currency: 'USD' },
              timestamp: opens,
              events: { dividends: { 1: { date: opens[paidOn], amount: 1 } } },
              indicators: {
                quote: [{ open: prices, high: prices, low: prices, close: prices, volume: prices }],
              },
            },
          ],
        },
      }
      const at = '2026-11-18T17:00:00Z'
      const context = testContext({
        mode: 'recorded',
        fetch: async () => ({
          body: Buffer.from(JSON.stringify(body)),
          mode: 'recorded',
          asOf: null,
          retrievedAt: at,
        }),
      })
      const { value } = await loadYahooBars('X', 'max', '1d', context)
      expect(value.map(({ date }) => date)).toEqual(days)
      expect(value.flatMap(({ date, dividends }) => (dividends === 0 ? [] : [date]))).toEqual([
        days[paidOn],
      ])
    }),
    { numRuns: 150 },
  )
})
