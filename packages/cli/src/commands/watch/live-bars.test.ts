import { expect, test } from 'vitest'
import { frameNamed } from './frames.ts'
import { withPrice } from './live-bars.ts'

const bar = (date: string, close: number) => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 10,
})
const zone = 'America/New_York'
const day = { frame: frameNamed('1d')!, zone }

test('default: adds a price to its five-minute bar, or starts a new bar', () => {
  const bars = [bar('2026-11-20T15:00:00Z', 100)]
  const inside = withPrice(bars, { price: 103, asOf: '2026-11-20T15:04:59Z' }, day)
  expect(inside).toEqual([{ ...bars[0], close: 103, high: 103 }])
  const after = withPrice(inside, { price: 99, asOf: '2026-11-20T15:12:00Z' }, day)
  expect(after).toHaveLength(2)
  expect(after[1]).toEqual({ ...bar('2026-11-20T15:10:00Z', 99), volume: null })
})

test('behavior: a new day starts the one-day range again, and a longer range continues', () => {
  const bars = [bar('2026-11-20T20:55:00Z', 100)]
  const monday = { price: 101, asOf: '2026-11-23T14:30:05Z' }
  expect(withPrice(bars, monday, day)).toHaveLength(1)
  expect(withPrice(bars, monday, { frame: frameNamed('5d')!, zone })).toHaveLength(2)
  const days = withPrice([bar('2026-11-20', 100)], monday, { frame: frameNamed('1mo')!, zone })
  expect(days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-23'])
  const same = withPrice(days, { ...monday, price: 102 }, { frame: frameNamed('1mo')!, zone })
  expect(same.at(-1)).toMatchObject({ open: 101, close: 102 })
})

test('behavior: ignores an older price, one without a time, and no price', () => {
  const bars = [bar('2026-11-20T15:00:00Z', 100)]
  for (const quote of [
    { price: 1, asOf: '2026-11-20T14:00:00Z' },
    { price: 1, asOf: '2026-11-20' },
    { price: null, asOf: '2026-11-20T15:04:00Z' },
    {},
  ])
    expect(withPrice(bars, quote, day)).toEqual(bars)
  const week = { frame: frameNamed('5y')!, zone }
  expect(
    withPrice([bar('2026-11-16', 5)], { price: 7, asOf: '2026-11-20T15:00:00Z' }, week),
  ).toEqual([{ ...bar('2026-11-16', 5), close: 7, high: 7 }])
})
