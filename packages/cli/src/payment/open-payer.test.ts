import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addKnownWallet, walletsName } from '../wallet/keys/known-wallets.ts'
import { databaseName } from './journal/open-database.ts'
import { isPlayAddress } from './open-payer.ts'
import { payTo } from './testing/hostile-server.ts'
import { scratchFolder, testAddress, testPayer, testTerminal } from './testing/test-payer.ts'

const url = new URL('http://127.0.0.1:9/api/graphql')

describe('openPayer', () => {
  test('default: opens the database at the first step that needs it', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url)
    const file = join(folder.path, databaseName)
    expect(existsSync(file)).toBe(false)
    expect(payer.budget.standing().day).toBe(0n)
    expect(existsSync(file)).toBe(true)
    payer.close()
  })

  test('behavior: ids are 32 random bytes', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url)
    expect(payer.randomId()).toMatch(/^0x[0-9a-f]{64}$/)
    expect(payer.randomId()).not.toBe(payer.randomId())
  })

  test('behavior: a note is wrapped on a terminal, and one line for a program', () => {
    using folder = scratchFolder()
    for (const interactive of [true, false]) {
      const { terminal, shown } = testTerminal()
      const { payer } = testPayer(folder.path, url, {
        terminal: { ...terminal, interactive, columns: 20 },
      })
      payer.note('a note of more than twenty columns')
      expect(shown.join('').split('\n')).toHaveLength(interactive ? 3 : 2)
    }
  })

  test('behavior: a payee is pinned in the profile of the run', () => {
    using folder = scratchFolder()
    const open = (profile: string) => {
      const { payer } = testPayer(folder.path, url, {
        profile,
        limits: { trust: 'http://127.0.0.1:1' },
      })
      onTestFinished(() => payer.close())
      return payer.payees
    }
    open('work').pin(url.origin, payTo)
    expect(open('work').check(url.origin, payTo)).toMatchObject({ status: 'known' })
    expect(open('home').check(url.origin, payTo)).toEqual({ status: 'new', trust: 'first' })
  })

  test.each([
    [
      'a devnet, and a node of another chain',
      'http://127.0.0.1:9/',
      'https://base.example/',
      false,
    ],
    ['a devnet, and its own node', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/devnet/rpc', true],
    ['a remote server', 'https://fiq.example/', 'https://base.example/', true],
  ])('behavior: the balance is read before signing: %s', (_, server, node, isRead) => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, new URL(server), { rpcUrl: new URL(node) })
    expect(payer.balance !== undefined).toBe(isRead)
  })

  test('error: the first step reports a state folder that cannot be created', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url, { stateDir: '/dev/null/fiq' })
    expect(() => payer.journal).toThrow(expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }))
  })
})

const other = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'

test('default: true only for the address of a play wallet', () => {
  using folder = scratchFolder()
  addKnownWallet(folder.path, { name: 'play', address: testAddress, place: 'play' })
  addKnownWallet(folder.path, { name: 'main', address: other, place: 'keystore' })
  expect(isPlayAddress(folder.path, testAddress)).toBe(true)
  expect(isPlayAddress(folder.path, other)).toBe(false)
})

test('behavior: false without a list, and with a damaged one', () => {
  using folder = scratchFolder()
  expect(isPlayAddress(folder.path, testAddress)).toBe(false)
  writeFileSync(join(folder.path, walletsName), '{')
  expect(isPlayAddress(folder.path, testAddress)).toBe(false)
})
