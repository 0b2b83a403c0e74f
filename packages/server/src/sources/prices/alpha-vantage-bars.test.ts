import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadAlphaVantageBars } from './alpha-vantage-bars.ts'
import { loadBars } from './load-bars.ts'

const at = '2026-11-18T16:59:00Z'
const day = (price: number) => ({
  '1. open': `${price}.1000`,
  '2. high': `${price + 2}.0000`,
  '3. low': `${price - 1}.0000`,
  '4. close': `${price + 1}.5000`,
  '5. volume': '1000',
})
const series = (days: Readonly<Record<string, object>>) => ({
  'Meta Data': { '2. Symbol': 'IBM' },
  'Time Series (Daily)': days,
})
const bars = (body: unknown, range: '5d' | '1y', interval: '1d' | '1mo' | '5m' = '1d') => {
  const size = range === '1y' ? 'full' : 'compact'
  const url = `https://www.alphavantage.co/query?function=TIME_SERIES_DAILY&symbol=IBM&outputsize=${size}`
  const directory = 'https://www.sec.gov/files/company_tickers_exchange.json'
  const context = testContext(
    recordedTransport([
      { recorded: { at, url }, body },
      { recorded: { at, url: directory }, body: '<html></html>' },
    ]),
    {
      now: () => new Date('2026-11-18T17:00:00Z'),
      enabled: ({ id }) => id === 'alpha-vantage-bars',
    },
  )
  return loadBars('ibm', range, interval, context)
}

test('default: days oldest first, with the range from the newest; months from days', async () => {
  const body = series({
    // No day of a calendar.
    '2026-11-31': day(30),
    '2026-11-17': day(20),
    '2026-10-30': day(10),
    '2025-01-02': day(5),
  })
  const { value, provenance } = await bars(body, '1y')
  expect(value).toEqual([
    { date: '2026-10-30', open: 10.1, high: 12, low: 9, close: 11.5, volume: 1000 },
    { date: '2026-11-17', open: 20.1, high: 22, low: 19, close: 21.5, volume: 1000 },
  ])
  expect(provenance).toMatchObject([
    {
      source: 'Alpha Vantage daily bars, not adjusted for splits',
      asOf: '2026-11-17',
      stale: false,
    },
  ])
  expect((await bars(body, '1y', '1mo')).value.map(({ date }) => date)).toEqual([
    '2026-10-01',
    '2026-11-01',
  ])
})

test('error: recognises an unknown symbol and an exceeded limit inside a 200', async () => {
  await expect(bars({ 'Error Message': 'Invalid API call' }, '5d')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(bars({ Information: 'premium endpoint' }, '1y')).rejects.toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
  })
  const note = 'Our standard API rate limit is 25 requests per day.'
  await expect(bars({ Note: note }, '5d')).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
  await expect(bars({ x: 1 }, '5d')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})

test('error: on a personal server a longer range than a free key has sends no request', async () => {
  const context = testContext(recordedTransport([]), {
    enabled: ({ id }) => id === 'alpha-vantage-bars',
    isPersonal: true,
  })
  await expect(loadAlphaVantageBars('IBM', '1y', context)).rejects.toMatchObject({
    code: 'TIER_DENIED',
    remedy: expect.stringContaining('3mo'),
  })
})

test('error: has no intraday bars', async () => {
  await expect(bars({}, '5d', '5m')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
})
