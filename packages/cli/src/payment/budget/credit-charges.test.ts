import { expect, test } from 'vitest'
import { createClients, defaultClientCaps } from '../../proxy/clients/clients.ts'
import type { Bought } from '../journal/journal.ts'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { clientStanding } from './client-caps.ts'
import { createCreditCharge } from './credit-charges.ts'
import { resetClock } from './reset-clock.ts'

const day = 86_400_000

function scene() {
  const journal = journalScene()
  const { database } = journal.process(1)
  const caps = { ...defaultClientCaps, perCall: 40_000n, perDay: 60_000n, per30Days: 90_000n }
  createClients(database, journal.clock.now).add({ ...caps, name: 'ann', tools: undefined })
  const chargeOf = (amount: bigint, client = 'ann', bought: Partial<Bought> = {}) =>
    createCreditCharge(database, {
      client,
      amount,
      now: journal.clock.now,
      request: 'a',
      ...bought,
    })
  const spent = (isPlay = false) => clientStanding(database, 'ann', journal.clock.now(), isPlay).day
  const { clock, process } = journal
  const dispose = () => journal[Symbol.dispose]()
  return { database, clock, process, chargeOf, spent, [Symbol.dispose]: dispose }
}

test('default: purchases on credits fill the caps of a client for a call, a day and a month', () => {
  using s = scene()
  const refused = { code: 'OVER_BUDGET', funds: 'untouched' }
  expect(() => s.chargeOf(40_001n).add()).toThrow(expect.objectContaining(refused))
  s.chargeOf(40_000n).add()
  expect(() => s.chargeOf(20_001n).add()).toThrow(expect.objectContaining(refused))
  s.chargeOf(20_000n).add()
  s.clock.advance(day)
  s.chargeOf(30_000n).add()
  expect(() => s.chargeOf(1n).add()).toThrow(/cap of "ann"/)
  s.clock.advance(30 * day)
  s.chargeOf(1n).add()
})

test('behavior: a charge under an idempotency key counts once a day, for one request', () => {
  using s = scene()
  const keyed = (request = 'a') => s.chargeOf(10_000n, 'ann', { request, once: 'key' })
  const [first, racing] = [keyed(), keyed()]
  for (const charge of [first, racing, keyed()]) charge.add()
  expect([s.spent(), keyed().countedAt()]).toEqual([10_000n, s.clock.now()])
  expect(() => keyed('b').countedAt()).toThrow(
    expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED', funds: 'untouched' }),
  )
  racing.remove()
  expect(s.spent()).toBe(10_000n)
  first.remove()
  expect([s.spent(), keyed().countedAt()]).toEqual([0n, undefined])
  keyed().add()
  s.clock.advance(day)
  expect(keyed('b').countedAt()).toBeUndefined()
  keyed('b').add()
  expect(clientStanding(s.database, 'ann', s.clock.now(), false).days30).toBe(20_000n)
})

test('behavior: payments from the wallet count in the same caps; play money does not', () => {
  using s = scene()
  s.process(2, {}, 's1', 'ann').budget.reserve(terms(1, { amount: 30_000n }))
  expect(() => s.chargeOf(30_001n).add()).toThrow(/cap of "ann"/)
  s.chargeOf(30_000n).add()
  expect([s.spent(), s.spent(true)]).toEqual([60_000n, 0n])
  const { budget } = s.process(3, {}, 's1', 'ann')
  expect(() => budget.reserve(terms(2, { amount: 1n }))).toThrow(/cap of "ann"/)
})

test('behavior: a purchase that was not charged is forgotten', () => {
  using s = scene()
  const charge = s.chargeOf(40_000n)
  charge.add()
  charge.remove()
  charge.remove()
  expect(s.spent()).toBe(0n)
})

test('behavior: setting the clock back frees nothing; the reset of the clock keeps the sums', async () => {
  using s = scene()
  s.clock.advance(10 * day)
  s.chargeOf(40_000n).add()
  s.clock.advance(-10 * day)
  expect(() => s.chargeOf(30_000n).add()).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining('fiq budget reset-clock') }),
  )
  const terminal = undefined as never
  await resetClock(s.database, { now: s.clock.now(), isSure: true, terminal })
  expect(s.spent()).toBe(40_000n)
  s.clock.advance(day)
  expect(s.spent()).toBe(0n)
})

test('error: a revoked client buys nothing', () => {
  using s = scene()
  expect(() => s.chargeOf(1n, 'bob').add()).toThrow(
    expect.objectContaining({ code: 'TOKEN_REFUSED' }),
  )
})
