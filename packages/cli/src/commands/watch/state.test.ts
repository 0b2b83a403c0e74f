import { expect, test } from 'vitest'
import { defaultEvery, perWatchedDay } from './state.ts'
import { stateWith } from './testing/watch-scene.ts'
import { clockWords, timeWords } from './times.ts'

const priced = (perPoll: bigint, perDay: bigint, tickers = ['AAPL']) => {
  const state = stateWith({ tickers })
  return { ...state, money: { ...state.money, perPoll, perDay } }
}

test.each([
  [15_000n, 10_000_000n, ['AAPL'], 1],
  [15_000n, 2_000_000n, ['AAPL'], 3],
  [15_000n, 1_000_000n, ['AAPL'], 10],
  [600_000n, 2_000_000n, ['AAPL'], 10],
  [0n, 0n, ['AAPL'], 1],
  [15_000n, 5_000_000n, ['AAPL', 'BTC-USD'], 5],
])(
  'default: at %s per poll and %s per day, %j are queried every %i min',
  (perPoll, perDay, tickers, minutes) => {
    const state = priced(perPoll, perDay, tickers)
    expect(defaultEvery(state)).toBe(minutes * 60_000)
  },
)

test('default: a day is a session of 6.5 hours, or 24 hours', () => {
  const everyMs = 180_000
  expect(perWatchedDay({ ...priced(15_000n, 0n), everyMs })).toBe(1_950_000n)
  expect(perWatchedDay({ ...priced(15_000n, 0n, ['BTC-USD']), everyMs })).toBe(7_200_000n)
})

test('default: times show their zone, and the day if it differs', () => {
  const now = Date.parse('2026-11-20T20:46:00Z')
  const at = (text: string, zone = 'America/New_York') => timeWords(Date.parse(text), zone, now)
  expect(at('2026-11-20T20:46:00Z')).toBe('15:46 EST')
  expect(at('2026-11-23T14:30:00Z')).toBe('Mon 09:30 EST')
  expect(at('2026-11-20T16:35:00Z', 'Europe/London')).toBe('16:35 GMT')
  expect(at('2026-11-20T20:46:00Z', 'UTC')).toBe('20:46 UTC')
  expect([at('2026-01-02T15:00:00Z'), at('never')]).toEqual(['2026-01-02', ''])
  expect([161_000, 3_661_000, 169_140_000, -5].map(clockWords)).toEqual([
    ...['2:41', 'in 61 min', 'in 1 d 22 h', '0:00'],
  ])
})
