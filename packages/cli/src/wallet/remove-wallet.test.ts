import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder, testAddress, testKey, testTerminal } from '../payment/testing/test-payer.ts'
import { exportKeystore } from './export-keystore.ts'
import { decryptKeystore } from './keys/keystore.ts'
import { readKnownWallets } from './keys/known-wallets.ts'
import { removeWallet } from './remove-wallet.ts'
import { storeWallet } from './store-wallet.ts'
import { memoryKeychain } from './testing/memory-keychain.ts'

async function scene(replies: string[]) {
  const folder = scratchFolder()
  const { keychain, entries } = memoryKeychain()
  const { terminal, shown } = testTerminal(replies)
  const world = {
    configDir: folder.path,
    secrets: {},
    terminal,
    loadKeychain: async () => keychain,
    randomBytes: (length: number) => new Uint8Array(length).fill(7),
  }
  await storeWallet(testKey, { name: 'main', place: 'keychain' }, world)
  return { folder, world, entries, shown, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('default: removes it from the keychain after its name is typed', async () => {
  using made = await scene(['main'])
  await removeWallet('main', false, made.world)
  expect(made.entries.size).toBe(0)
  expect(readKnownWallets(made.folder.path)).toEqual({ current: undefined, wallets: [] })
  expect(made.shown[0]).toContain(testAddress)
})

test('error: another text removes nothing', async () => {
  using made = await scene(['yes'])
  await expect(removeWallet('main', false, made.world)).rejects.toMatchObject({ code: 'DECLINED' })
  expect(made.entries.size).toBe(1)
})

test('error: if the keychain does not open, the wallet stays in the list', async () => {
  using made = await scene([])
  const world = { ...made.world, loadKeychain: async () => undefined }
  await expect(removeWallet('main', true, world)).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  expect(readKnownWallets(made.folder.path).wallets).toHaveLength(1)
})

test('behavior: exports a wallet of the keychain under a separate passphrase', async () => {
  using made = await scene([])
  const secrets = { passphrase: 'correct horse' }
  const text = await exportKeystore(undefined, { ...made.world, secrets })
  expect(await decryptKeystore(text, 'correct horse')).toBe(testKey)
  expect(existsSync(join(made.folder.path, 'keystore'))).toBe(false)
})
