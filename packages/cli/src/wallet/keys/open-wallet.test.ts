import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  scratchFolder,
  testAddress,
  testKey,
  testTerminal,
} from '../../payment/testing/test-payer.ts'
import { memoryKeychain } from '../testing/memory-keychain.ts'
import { pbkdf2Vector } from '../testing/pbkdf2-vector.ts'
import { addKnownWallet, type KnownWallet } from './known-wallets.ts'
import { checkKey, findWallet, openWallet, signerOf, type WalletWorld } from './open-wallet.ts'

const inKeychain: KnownWallet = { name: 'main', address: testAddress, place: 'keychain' }
const keystoreAddress = '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b'

describe('openWallet', () => {
  test('default: opens the current wallet', async () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, inKeychain)
    const { keychain } = memoryKeychain([['fiq/main', testKey]])
    const signer = await openWallet(worldOf(folder.path, { loadKeychain: async () => keychain }))
    expect(signer.address).toBe(testAddress)
  })

  test('behavior: prompts again after a wrong passphrase, three times in total', async () => {
    using folder = scratchFolder()
    storeCheap(folder.path)
    const { terminal, shown } = testTerminal(['no', 'nor this', 'testpassword'])
    const signer = await openWallet(worldOf(folder.path, { terminal }))
    expect(signer.address).toBe(keystoreAddress)
    expect(shown.filter((text) => text.includes('passphrase is wrong'))).toHaveLength(2)
    await expect(
      openWallet(
        worldOf(folder.path, { terminal: testTerminal(['1', '2', '3', 'testpassword']).terminal }),
      ),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('behavior: the key of the environment needs its flag, and causes a warning', async () => {
    using folder = scratchFolder()
    const { terminal, shown } = testTerminal()
    const allowed = { privateKey: testKey, allowEnvKey: true }
    const signer = await openWallet(worldOf(folder.path, { terminal, secrets: allowed }))
    expect(signer.address).toBe(testAddress)
    expect(shown.join('')).toContain('Warning')
    await expect(
      openWallet(worldOf(folder.path, { terminal, secrets: { privateKey: testKey } })),
    ).rejects.toMatchObject({ code: 'NO_WALLET' })
    expect(shown.join('')).toContain('ignored without --allow-env-key')
    expect(shown.join('')).not.toContain(testKey.slice(2))
  })

  test('error: reports that there is no wallet', async () => {
    using folder = scratchFolder()
    await expect(openWallet(worldOf(folder.path))).rejects.toMatchObject({
      code: 'NO_WALLET',
      funds: 'untouched',
    })
  })

  test('error: a known wallet in a silent keychain is locked, not absent', async () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, inKeychain)
    const { keychain } = memoryKeychain()
    await expect(
      openWallet(worldOf(folder.path, { loadKeychain: async () => keychain })),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('error: a missing keystore file means locked, not absent', async () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, { ...inKeychain, place: 'keystore' })
    await expect(
      openWallet(worldOf(folder.path, { secrets: { passphrase: 'x' } })),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('error: signs nothing with a key of another address than the known one', async () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, { ...inKeychain, address: `0x${'11'.repeat(20)}` })
    const { keychain } = memoryKeychain([['fiq/main', testKey]])
    await expect(
      openWallet(worldOf(folder.path, { loadKeychain: async () => keychain })),
    ).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
  })
})

describe('findWallet', () => {
  test('default: without a prompt, opens only a keystore with a given passphrase', () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, { ...inKeychain, place: 'keystore' })
    addKnownWallet(folder.path, { ...inKeychain, name: 'other' })
    const opens = (given: Partial<WalletWorld>) =>
      findWallet(worldOf(folder.path, given)).opensWithoutPrompt
    const secrets = { passphrase: 'correct horse' }
    expect(opens({ secrets })).toBe(true)
    expect(opens({ secrets: {} })).toBe(false)
    // A keychain may prompt, and a key from the environment causes a warning.
    expect(opens({ secrets, walletName: 'other' })).toBe(false)
    expect(opens({ secrets: { ...secrets, privateKey: testKey } })).toBe(false)
    expect(opens({ secrets: { ...secrets, privateKey: testKey, allowEnvKey: true } })).toBe(false)
    expect(() => opens({ walletName: 'third' })).toThrow('There is no wallet "third"')
  })
})

describe('checkKey', () => {
  test('default: accepts hex with or without 0x', () => {
    expect(checkKey(` ${testKey.slice(2).toUpperCase()}\n`)).toBe(testKey)
    expect(checkKey(testKey)).toBe(testKey)
  })

  test.each([
    ['too short', '0x12'],
    ['zero', `0x${'0'.repeat(64)}`],
    ['the group order', '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
    ['words', 'test test test junk'],
  ])('error: refuses %s without printing the text', (_, text) => {
    const refused = () => checkKey(text)
    expect(refused).toThrow('not a private key')
    expect(refused).not.toThrow(text)
  })
})

describe('signerOf', () => {
  test('default: has the address of the key', async () => {
    expect((await signerOf(testKey)).address).toBe(testAddress)
  })
})

function storeCheap(configDir: string): void {
  mkdirSync(join(configDir, 'keystore'))
  writeFileSync(join(configDir, 'keystore', 'main.json'), JSON.stringify(pbkdf2Vector))
  addKnownWallet(configDir, { name: 'main', address: keystoreAddress, place: 'keystore' })
}

function worldOf(configDir: string, given: Partial<WalletWorld> = {}): WalletWorld {
  return {
    configDir,
    secrets: {},
    terminal: testTerminal().terminal,
    loadKeychain: async () => undefined,
    ...given,
  }
}
