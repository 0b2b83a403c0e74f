import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { createOpenMoney } from '../query/open-money.ts'
import { creditPorts, proxyAccount } from './credit-ports.ts'
import type { World } from './world.ts'

test('default: purchases on credits are stored in the state folder, with the time and a UUID', () => {
  using folder = scratchFolder()
  const money = createOpenMoney()
  const process = { clock: { now: () => 5 } } as World['process']
  const ports = creditPorts({ process, money } as World, { state: folder.path } as never)
  const { key, at } = ports.creditPurchases().open('a'.repeat(64))
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(at).toBe(5)
  expect(readdirSync(join(folder.path, 'credits', 'a'.repeat(64)))).toEqual([`5.${key}`])
  expect(ports.openCredits).toBe(money.credits)
})

test('behavior: reads the key once, and again after a new sign-in, a failure or a refusal', async () => {
  let since = '1'
  const keys: (string | Error)[] = ['a', 'b', new Error('locked'), 'c', 'd']
  const account = {
    stored: () => ({ since }) as never,
    async key() {
      const key = keys.shift()
      if (key instanceof Error) throw key
      return key
    },
  }
  const creditPurchases = () => undefined as never
  const { key, forgetKey } = proxyAccount(account, { settings: {} as never, creditPurchases })!
  expect([await key(), await key()]).toEqual(['a', 'a'])
  since = '2'
  expect([await key(), await key()]).toEqual(['b', 'b'])
  since = '3'
  await expect(key()).rejects.toThrow('locked')
  expect([await key(), await key()]).toEqual(['c', 'c'])
  forgetKey()
  expect(await key()).toBe('d')
})

test('behavior: the wallet pays if the user set so; the own server is free', async () => {
  const account = { stored: () => undefined, key: async () => 'stored' }
  const accountFor = (settings: object) =>
    proxyAccount(account, { settings: settings as never, creditPurchases: () => ({}) as never })
  expect(await accountFor({ payWith: 'wallet' })!.key()).toBeUndefined()
  expect(await accountFor({ payWith: 'wallet', apiKey: 'given' })!.key()).toBe('given')
  expect(await accountFor({})!.key()).toBe('stored')
  expect(accountFor({ isPersonal: true })).toBeUndefined()
})
