import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder, testAddress, testKey, testTerminal } from '../payment/testing/test-payer.ts'
import { readKnownWallets } from './keys/known-wallets.ts'
import { openWallet } from './keys/open-wallet.ts'
import type { WalletSecrets } from './keys/passphrase.ts'
import { newKey, type StoreOptions, storeWallet } from './store-wallet.ts'
import { memoryKeychain } from './testing/memory-keychain.ts'
import { cheapScrypt } from './testing/test-keystore.ts'

describe('storeWallet', () => {
  test('default: stores it in an encrypted file of our own, mode 0600, that opens again', async () => {
    using folder = scratchFolder()
    const world = worldOf(folder.path, { secrets: { passphrase: 'correct horse' } })
    const wallet = await storeWallet(testKey, { name: 'main' }, world)
    expect(wallet).toEqual({ name: 'main', address: testAddress, place: 'keystore' })
    const file = join(folder.path, 'keystore', 'main.json')
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(join(folder.path, 'keystore')).mode & 0o777).toString(8)).toBe('700')
    for (const name of ['wallets.json', 'keystore/main.json'])
      expect(readFileSync(join(folder.path, name), 'utf8')).not.toContain(testKey.slice(2))
    const signer = await openWallet(world)
    expect(signer.address).toBe(testAddress)
  })

  test('behavior: stores it in a working keychain, and only its name on the disk', async () => {
    using folder = scratchFolder()
    const { keychain, entries } = memoryKeychain()
    const world = worldOf(folder.path, { loadKeychain: async () => keychain })
    expect(await storeWallet(testKey, { name: 'main' }, world)).toMatchObject({ place: 'keychain' })
    expect([...entries.keys()]).toEqual(['fiq/main'])
    const files = readdirSync(folder.path).filter((file) => !file.startsWith('.lock'))
    expect(files).toEqual(['wallets.json'])
    expect((await openWallet(world)).address).toBe(testAddress)
  })

  test('behavior: a play wallet needs no passphrase to create or open', async () => {
    using folder = scratchFolder()
    const { terminal, shown } = testTerminal([], true)
    const world = worldOf(folder.path, { terminal })
    const made = await storeWallet(testKey, { name: 'play', place: 'play' }, world)
    expect(made).toEqual({ name: 'play', address: testAddress, place: 'play', isPlay: true })
    expect(await openWallet(world)).toMatchObject({ address: testAddress, isPlay: true })
    expect(shown).toEqual([])
  })

  test('error: a key never belongs to both a play wallet and a real one', async () => {
    for (const [first, second] of [
      ['play', 'keystore'],
      ['keystore', 'play'],
    ] as const) {
      using folder = scratchFolder()
      const world = worldOf(folder.path, { secrets: { passphrase: 'correct horse' } })
      await storeWallet(testKey, { name: 'one', place: first }, world)
      await expect(
        storeWallet(testKey, { name: 'two', place: second }, world),
      ).rejects.toMatchObject({ code: 'WALLET_EXISTS' })
    }
  })

  test('behavior: prompts for a passphrase twice, without echo', async () => {
    using folder = scratchFolder()
    const { terminal, shown } = testTerminal(['long enough', 'long enough'])
    await storeWallet(testKey, { name: 'main' }, worldOf(folder.path, { terminal }))
    expect(shown).toEqual(['New passphrase: ', 'Again: '])
  })

  test('error: creates no wallet if they differ or are too short', async () => {
    using folder = scratchFolder()
    for (const replies of [
      ['long enough', 'long enougj'],
      ['short', 'short'],
    ]) {
      const world = worldOf(folder.path, { terminal: testTerminal(replies).terminal })
      await expect(storeWallet(testKey, { name: 'main' }, world)).rejects.toMatchObject({
        code: 'USAGE',
      })
    }
    expect(existsSync(join(folder.path, 'keystore'))).toBe(false)
    expect(readKnownWallets(folder.path).wallets).toEqual([])
  })

  test('error: refuses without terminal and passphrase', async () => {
    using folder = scratchFolder()
    await expect(
      storeWallet(testKey, { name: 'main' }, worldOf(folder.path)),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED', kind: 'wallet' })
  })

  test('error: a name in use overwrites nothing, listed or not', async () => {
    using folder = scratchFolder()
    const { keychain, entries } = memoryKeychain([['fiq/other', 'precious']])
    const world = worldOf(folder.path, { loadKeychain: async () => keychain })
    await storeWallet(testKey, { name: 'main' }, world)
    for (const name of ['main', 'other'])
      await expect(storeWallet(newKey(randomBytes), { name }, world)).rejects.toMatchObject({
        code: 'WALLET_EXISTS',
      })
    expect(entries.get('fiq/other')).toBe('precious')
    expect(entries.get('fiq/main')).toBe(testKey)
  })

  test.each(['', '../main', 'Main', 'a b', '.', 'x'.repeat(33)])(
    'error: refuses the wallet name "%s"',
    async (name) => {
      using folder = scratchFolder()
      await expect(storeWallet(testKey, { name }, worldOf(folder.path))).rejects.toMatchObject({
        code: 'USAGE',
      })
    },
  )
})

describe('newKey', () => {
  test('default: has 32 random bytes', () => {
    expect(newKey(randomBytes)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(newKey(randomBytes)).not.toBe(newKey(randomBytes))
  })
})

function worldOf(
  configDir: string,
  given: Partial<StoreOptions> & { secrets?: WalletSecrets } = {},
): StoreOptions {
  return {
    configDir,
    secrets: {},
    terminal: testTerminal().terminal,
    loadKeychain: async () => undefined,
    randomBytes,
    scrypt: cheapScrypt,
    ...given,
  }
}
