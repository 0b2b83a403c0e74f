import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { createMemoryRateLimit } from './rate-limit.ts'
import { createRequestGate, type RequestIdentity } from './request-gate.ts'

const anonymous: RequestIdentity = { authorization: undefined, pays: false, address: '192.0.2.1' }

async function scene(requestsPerMinute = 2) {
  const clock = { now: Date.UTC(2026, 10, 20) }
  const ports = { store: openSqliteAccessStore(':memory:'), nowMs: () => clock.now }
  const limit = createMemoryRateLimit(() => clock.now * 1_000)
  const hasCredits = () => true
  const gate = createRequestGate({ ...ports, limit, requestsPerMinute, hasCredits })
  const keyOn = async (plan: string) => {
    const { id } = await createOrganisation({ name: plan, plan }, ports)
    return `Bearer ${(await issueKey({ organisation: id, name: 'a' }, ports)).key}`
  }
  return { gate, clock, keyOn }
}

const limited = expect.objectContaining({ code: 'RATE_LIMITED', status: 429 })

describe('createRequestGate', () => {
  test('default: counts an anonymous client by address, and a key separately', async () => {
    const { gate, keyOn } = await scene()
    const authorization = await keyOn('basic')
    for (const remaining of [1, 0]) {
      expect((await gate.admit(anonymous)).headers['ratelimit']).toContain(`r=${remaining};`)
      const admitted = await gate.admit({ ...anonymous, authorization })
      expect(admitted.headers['ratelimit']).toContain(`r=${remaining};`)
      expect(admitted.identity?.plan.name).toBe('basic')
    }
    await expect(gate.admit(anonymous)).rejects.toEqual(limited)
    await expect(gate.admit({ ...anonymous, authorization })).rejects.toEqual(limited)
    await gate.admit({ ...anonymous, address: '192.0.2.2' })
  })

  test('behavior: a customer has ten times the fetches of an address, counted separately', async () => {
    const limit = createMemoryRateLimit(() => 0)
    const ports = { store: openSqliteAccessStore(':memory:'), nowMs: () => 0, limit }
    const limits = { requestsPerMinute: 2, unpaidFetchesPerMinute: 3 }
    const gate = createRequestGate({ ...ports, ...limits, hasCredits: () => true })
    for (const [owner, most] of [
      [{ address: '192.0.2.1' }, 3],
      [{ customer: 'org:1' }, 30],
      [{ customer: 'org:2' }, 30],
    ] as const) {
      for (let fetched = 0; fetched < most; fetched += 1) await gate.spendFetch(owner)
      await expect(gate.spendFetch(owner)).rejects.toEqual(limited)
      await gate.spendFetch(owner, -1)
      await gate.spendFetch(owner)
    }
  })

  test('behavior: a proven payment is no second limit of an address', async () => {
    const { gate, clock } = await scene(6_000)
    const proven = { ...anonymous, address: 'payment:a:b', isProven: true } as const
    for (const pays of [true, false]) {
      for (let n = 0; n < 20; n += 1) await gate.admit({ ...proven, pays })
      await expect(gate.admit({ ...proven, pays })).rejects.toEqual(limited)
      await gate.admit({ ...anonymous, pays })
    }
    await gate.refund(proven, 0, { pays: true })
    await gate.admit({ ...proven, pays: true })
    await expect(gate.admit({ ...proven, pays: true })).rejects.toEqual(limited)
    // The largest request fits at once; 300 units a minute follow.
    const charge = (units: number) => gate.chargeWork(proven, units, { pays: true })
    await charge(600)
    await expect(charge(1)).rejects.toEqual(limited)
    clock.now += 60_000
    await charge(300)
    await expect(charge(1)).rejects.toEqual(limited)
  })

  test('behavior: all addresses of an IPv6 /64 are one anonymous client, those of the next are another', async () => {
    const { gate } = await scene()
    const from = (address: string) => gate.admit({ ...anonymous, address })
    await from('2001:db8::1')
    await gate.admitAnonymous('2001:db8::ffff')
    await expect(from('2001:db8:0:0:1::2')).rejects.toEqual(limited)
    await from('2001:db8:0:1::1')
  })

  test('behavior: the limit recovers with time, and is the same for a payer', async () => {
    const { gate, clock } = await scene()
    await gate.admitPayer('0xa')
    expect((await gate.payerFields('0xa'))['ratelimit']).toBe('"minute";r=1;t=30')
    await gate.admitPayer('0xa')
    await expect(gate.admitPayer('0xa')).rejects.toEqual(limited)
    await expect(gate.admitPayer('0xa')).rejects.toMatchObject({ funds: 'at-risk' })
    clock.now += 30_000
    await gate.admitPayer('0xa')
  })

  test('behavior: a plan may have its own rate', async () => {
    const { gate, keyOn } = await scene()
    const { headers } = await gate.admit({ ...anonymous, authorization: await keyOn('enterprise') })
    expect(headers['ratelimit-policy']).toBe('"minute";q=60000;w=60')
  })

  test('behavior: a payment has priority over a key, even a bad one, and is not counted by address', async () => {
    const { gate } = await scene()
    const payer = { authorization: 'Bearer nonsense', pays: true, address: '192.0.2.1' }
    for (const _ of [1, 2, 3]) {
      expect(await gate.admit(payer)).toEqual({ identity: undefined, headers: {} })
      await gate.refund(payer, 0, { pays: true })
    }
    await gate.admit(anonymous)
  })

  test("error: refused payments of one network block only that network's payments", async () => {
    const { gate } = await scene()
    const payer = { authorization: undefined, pays: true, address: '2001:db8::1' }
    for (const _ of [1, 2]) await gate.admit(payer)
    await expect(gate.admit({ ...payer, address: '2001:db8::2' })).rejects.toEqual(limited)
    await gate.admit({ ...payer, address: '192.0.2.1' })
    await gate.admit({ ...payer, pays: false })
  })

  test('error: counts guesses of keys by address', async () => {
    const { gate } = await scene()
    const guess = { ...anonymous, authorization: `Bearer fiq_${'a'.repeat(43)}` }
    for (const _ of [1, 2])
      await expect(gate.admit(guess)).rejects.toMatchObject({ code: 'INVALID_KEY' })
    await expect(gate.admit(guess)).rejects.toEqual(limited)
  })
})
