import { describe, expect, test } from 'vitest'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import {
  activeKeysMax,
  createOrganisation,
  identify,
  issueKey,
  organisationOfWallet,
} from './accounts.ts'

function scene() {
  const clock = { now: Date.UTC(2026, 10, 20) }
  const ports = { store: openSqliteAccessStore(':memory:'), nowMs: () => clock.now }
  return { clock, ports }
}

describe('keys', () => {
  test('default: a key is shown once and belongs to its organisation and plan', async () => {
    const { ports } = scene()
    const acme = await createOrganisation({ name: 'Acme', plan: 'basic' }, ports)
    const { key, row } = await issueKey({ organisation: acme.id, name: 'ci' }, ports)
    expect(await identify(`Bearer ${key}`, ports)).toMatchObject({
      key: row,
      organisation: acme,
      plan: { tier: 'basic' },
    })
    expect(JSON.stringify(await ports.store.keys())).not.toContain(key)
  })

  test('error: an unknown, an expired and a revoked key have different errors', async () => {
    const { ports, clock } = scene()
    const { id } = await createOrganisation({ name: 'Acme' }, ports)
    const { key, row } = await issueKey({ organisation: id, name: 'ci', days: 1 }, ports)
    const unknown = `${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`
    const refused = (message: RegExp) =>
      expect.objectContaining({ code: 'INVALID_KEY', message: expect.stringMatching(message) })
    await expect(identify(`Bearer ${unknown}`, ports)).rejects.toEqual(refused(/not known/))
    clock.now += 86_400_000 - 1
    await identify(`Bearer ${key}`, ports)
    clock.now += 1
    await expect(identify(`Bearer ${key}`, ports)).rejects.toEqual(
      refused(/expired at 2026-11-21T00:00:00.000Z/),
    )
    await ports.store.revokeKey(row, clock.now)
    await expect(identify(`Bearer ${key}`, ports)).rejects.toEqual(refused(/revoked at/))
  })

  test.each([
    ['no name', { name: '' }],
    ['a line break in the name', { name: 'a\nb' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['no day', { name: 'a', days: 0 }],
    ['half a day', { name: 'a', days: 0.5 }],
    ['a century', { name: 'a', days: 36_500 }],
  ])('error: %s', async (_, wanted) => {
    const { ports } = scene()
    const { id } = await createOrganisation({ name: 'Acme' }, ports)
    await expect(issueKey({ organisation: id, ...wanted }, ports)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
    expect(await ports.store.keys()).toEqual([])
  })

  test('error: refuses keys above the limit', async () => {
    const { ports, clock } = scene()
    const { id } = await createOrganisation({ name: 'Acme' }, ports)
    for (let index = 0; index < activeKeysMax; index++)
      await issueKey({ organisation: id, name: 'a', days: 1 }, ports)
    const one = () => issueKey({ organisation: id, name: 'a' }, ports)
    await expect(one()).rejects.toMatchObject({ code: 'BAD_INPUT' })
    clock.now += 86_400_000
    await one()
  })
})

describe('organisations', () => {
  test('default: a wallet has one organisation, for any spelling of its address', async () => {
    const { ports } = scene()
    const wallet = `0x${'aB'.repeat(20)}` as const
    const opened = await Promise.all([1, 2, 3].map(() => organisationOfWallet(wallet, ports)))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened[0]).toMatchObject({ name: wallet.toLowerCase(), plan: 'pay-as-you-go' })
  })

  test('error: refuses a name in use, an unknown plan, the name of a wallet', async () => {
    const { ports } = scene()
    await createOrganisation({ name: 'Acme' }, ports)
    for (const wanted of [
      { name: 'Acme' },
      { name: 'B', plan: 'gold' },
      { name: `0x${'a'.repeat(40)}` },
    ])
      await expect(createOrganisation(wanted, ports)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(await ports.store.organisations()).toHaveLength(1)
  })
})
