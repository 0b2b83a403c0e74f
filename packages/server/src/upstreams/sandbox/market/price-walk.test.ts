import { expect, test } from 'vitest'
import { instruments } from './instruments.ts'
import { priceWalk } from './price-walk.ts'
import { everyDay, sessionList } from './sessions.ts'

const list = sessionList(everyDay)
const btc = instruments().get('BTC-USD')!
const walk = priceWalk(btc, list, 1)

test('default: passes through its anchor', () => {
  expect(walk.closeOf(list.anchor)).toBe(btc.anchor)
})

test('behavior: a session starts at its open, ends at its close, and stays within its bar', () => {
  const day = walk.bar(5_000, 0, 1)
  expect(walk.priceAt(5_000, 0)).toBe(day.open)
  expect(walk.priceAt(5_000, 1)).toBe(day.close)
  for (let fraction = 0; fraction <= 1; fraction += 0.001) {
    expect(walk.priceAt(5_000, fraction)).toBeLessThanOrEqual(day.high)
    expect(walk.priceAt(5_000, fraction)).toBeGreaterThanOrEqual(day.low)
  }
})

test('behavior: a range contains its prices', () => {
  const stretch = walk.bar(5_000, 0.25, 0.3)
  expect(stretch.open).toBe(walk.priceAt(5_000, 0.25))
  expect(stretch.close).toBe(walk.priceAt(5_000, 0.3))
  expect(stretch.high).toBeGreaterThanOrEqual(walk.priceAt(5_000, 0.27))
  expect(stretch.volume).toBeGreaterThan(0)
})
