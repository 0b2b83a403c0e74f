import { expect, test } from 'vitest'
import { createTraffic, type Passage } from './traffic.ts'

const passage: Passage = {
  at: 1,
  client: 'ann',
  surface: 'http',
  what: '/tools/quotes',
  status: 200,
  ms: 1,
  outcome: 'asked',
  paid: 0n,
  atRisk: 0n,
}
const inDoubt = { ...passage, status: 502, atRisk: 15n, purchase: '0x1' }

test('default: counts requests, refusals and money for each client', () => {
  const traffic = createTraffic(() => {})
  traffic.record({ ...passage, paid: 15n, purchase: '0x1' })
  traffic.record({ ...passage, paid: 15n, purchase: '0x2' })
  traffic.record({ ...passage, client: 'bob', status: 403 })
  expect(traffic.counts().get('ann')).toEqual({ requests: 2, refused: 0, paid: 30n, atRisk: 0n })
  expect(traffic.counts().get('bob')).toEqual({ requests: 1, refused: 1, paid: 0n, atRisk: 0n })
})

test('behavior: counts a purchase in doubt once for all callers that share it', () => {
  const traffic = createTraffic(() => {})
  for (const client of ['ann', 'ann', 'bob']) traffic.record({ ...inDoubt, client })
  expect(traffic.counts().get('ann')).toEqual({ requests: 2, refused: 2, paid: 0n, atRisk: 15n })
  expect(traffic.counts().get('bob')).toEqual({ requests: 1, refused: 1, paid: 0n, atRisk: 0n })
})

test('behavior: a doubtful purchase that proves to be spent is no longer at risk', () => {
  const traffic = createTraffic(() => {})
  traffic.record(inDoubt)
  traffic.record({ ...inDoubt, atRisk: 0n, paid: 15n })
  expect(traffic.counts().get('ann')).toMatchObject({ paid: 15n, atRisk: 0n })
})

test('behavior: a resumed answer does not change the sums', () => {
  const traffic = createTraffic(() => {})
  traffic.record(inDoubt)
  traffic.record({ ...passage, outcome: 'resumed', purchase: '0x1' })
  expect(traffic.counts().get('ann')).toMatchObject({ paid: 0n, atRisk: 15n })
})

test('behavior: lists the latest 50, and passes on each', () => {
  const seen: Passage[] = []
  const traffic = createTraffic((one) => void seen.push(one))
  for (let at = 0; at < 60; at += 1) traffic.record({ ...passage, at })
  expect(traffic.latest().map(({ at }) => at)).toEqual(
    Array.from({ length: 50 }, (_, index) => 59 - index),
  )
  expect(seen).toHaveLength(60)
})
