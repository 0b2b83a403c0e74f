import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { openMemoryRateLimit } from './rate-limit.ts'
import { openDoor, type Visitor } from './request-gate.ts'

const passer: Visitor = { authorization: undefined, pays: false, address: '192.0.2.1' }

async function scene(requestsPerMinute = 2) {
  const clock = { now: Date.UTC(2026, 10, 20) }
  const ports = { store: openSqliteAccessStore(':memory:'), nowMs: () => clock.now }
  const limit = openMemoryRateLimit(() => clock.now * 1_000)
  const door = openDoor({ ...ports, limit, requestsPerMinute })
  const keyOn = async (plan: string) => {
    const { id } = await createOrganisation({ name: plan, plan }, ports)
    return `Bearer ${(await issueKey({ organisation: id, name: 'a' }, ports)).key}`
  }
  return { door, clock, keyOn }
}

const limited = expect.objectContaining({ code: 'RATE_LIMITED', status: 429 })

describe('openDoor', () => {
  test('default: a passer-by is counted by address, a key by itself', async () => {
    const { door, keyOn } = await scene()
    const authorization = await keyOn('basic')
    for (const remaining of [1, 0]) {
      expect((await door.admit(passer)).headers['ratelimit']).toContain(`r=${remaining};`)
      const guest = await door.admit({ ...passer, authorization })
      expect(guest.headers['ratelimit']).toContain(`r=${remaining};`)
      expect(guest.identity?.plan.name).toBe('basic')
    }
    await expect(door.admit(passer)).rejects.toEqual(limited)
    await expect(door.admit({ ...passer, authorization })).rejects.toEqual(limited)
    await door.admit({ ...passer, address: '192.0.2.2' })
  })

  test('behavior: all addresses of an IPv6 /64 are one passer-by, those of the next are another', async () => {
    const { door } = await scene()
    const from = (address: string) => door.admit({ ...passer, address })
    await from('2001:db8::1')
    await door.admitPasserBy('2001:db8::ffff')
    await expect(from('2001:db8:0:0:1::2')).rejects.toEqual(limited)
    await from('2001:db8:0:1::1')
  })

  test('behavior: the limit passes with time, and is the same for a payer', async () => {
    const { door, clock } = await scene()
    await door.admitPayer('0xa')
    expect((await door.payerFields('0xa'))['ratelimit']).toBe('"minute";r=1;t=30')
    await door.admitPayer('0xa')
    await expect(door.admitPayer('0xa')).rejects.toEqual(limited)
    await expect(door.admitPayer('0xa')).rejects.toMatchObject({ funds: 'at-risk' })
    clock.now += 30_000
    await door.admitPayer('0xa')
  })

  test('behavior: a plan may have a rate of its own', async () => {
    const { door, keyOn } = await scene()
    const { headers } = await door.admit({ ...passer, authorization: await keyOn('enterprise') })
    expect(headers['ratelimit-policy']).toBe('"minute";q=60000;w=60')
  })

  test('behavior: a payment goes before a key, even a bad one, and is not counted by address', async () => {
    const { door } = await scene()
    const payer = { authorization: 'Bearer nonsense', pays: true, address: '192.0.2.1' }
    for (const _ of [1, 2, 3]) {
      expect(await door.admit(payer)).toEqual({ identity: undefined, headers: {} })
      await door.giveBack(payer.address)
    }
    await door.admit(passer)
  })

  test('error: refused payments of one network close the door to its payments, to nobody else', async () => {
    const { door } = await scene()
    const payer = { authorization: undefined, pays: true, address: '2001:db8::1' }
    for (const _ of [1, 2]) await door.admit(payer)
    await expect(door.admit({ ...payer, address: '2001:db8::2' })).rejects.toEqual(limited)
    await door.admit({ ...payer, address: '192.0.2.1' })
    await door.admit({ ...payer, pays: false })
  })

  test('error: guessing keys is counted by address', async () => {
    const { door } = await scene()
    const guess = { ...passer, authorization: `Bearer fiq_${'a'.repeat(43)}` }
    for (const _ of [1, 2])
      await expect(door.admit(guess)).rejects.toMatchObject({ code: 'INVALID_KEY' })
    await expect(door.admit(guess)).rejects.toEqual(limited)
  })
})
