import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  scratchFolder,
  testAddress,
  testClock,
  testKey,
  testTerminal,
} from '../payment/testing/test-payer.ts'
import { storeWallet } from '../wallet/store-wallet.ts'
import { memoryKeychain, never } from '../wallet/testing/memory-keychain.ts'
import { type AccountOptions, createAccountPorts } from './create-account-ports.ts'
import { credentialsName } from './stored-keys.ts'

const serverUrl = new URL('http://127.0.0.1:4020')
const unused = () => Promise.reject(new Error('not used here'))
const noBrowser = {
  send: unused,
  openBrowser: unused,
  after: () => () => {},
  randomBytes: (length: number) => new Uint8Array(length),
}
const nonceAnswer = {
  nonce: 'abcdef0123456789',
  domain: '127.0.0.1:4020',
  uri: 'http://127.0.0.1:4020',
  chainId: 8453,
}

function scene(given: Partial<AccountOptions> & { replies?: string[] } = {}) {
  const folder = scratchFolder()
  const { terminal, shown } = testTerminal(given.replies)
  const options: AccountOptions = {
    configDir: folder.path,
    profile: 'default',
    serverUrl,
    loadKeychain: async () => undefined,
    terminal,
    secrets: { passphrase: 'correct horse' },
    clock: testClock(Date.parse('2026-11-20T12:00:00Z')),
    givenKey: undefined,
    keyless: false,
    yes: false,
    ...noBrowser,
    ...given,
  }
  const file = join(folder.path, credentialsName)
  const of = (change: Partial<AccountOptions> = {}) => createAccountPorts({ ...options, ...change })
  return { of, options, shown, file, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the key of a server', () => {
  test('default: without a key; then one in a file that only its owner can read, per profile and server', async () => {
    using made = scene()
    expect([await made.of().key(), made.of().stored()]).toEqual([undefined, undefined])
    expect(await made.of().store('fiq_1', { by: 'key' })).toBe('file')
    expect(await made.of().key()).toBe('fiq_1')
    expect(made.of().stored()).toEqual({
      place: 'file',
      by: 'key',
      since: '2026-11-20T12:00:00.000Z',
    })
    expect((statSync(made.file).mode & 0o777).toString(8)).toBe('600')
    expect(await made.of({ profile: 'work' }).key()).toBeUndefined()
    expect(await made.of({ serverUrl: new URL('http://127.0.0.1:9') }).key()).toBeUndefined()
    expect(await made.of().forget()).toMatchObject({ key: 'fiq_1' })
    expect([await made.of().key(), await made.of().forget()]).toEqual([undefined, undefined])
  })

  test('behavior: a given key has priority over it, and --no-api-key over both', async () => {
    using made = scene()
    await made.of().store('fiq_1', { by: 'key' })
    expect(await made.of({ givenKey: 'fiq_2' }).key()).toBe('fiq_2')
    expect(await made.of({ givenKey: 'fiq_2', keyless: true }).key()).toBeUndefined()
  })

  test('behavior: with a keychain, the file contains no key', async () => {
    const { keychain, entries } = memoryKeychain()
    using made = scene({ loadKeychain: async () => keychain })
    expect(await made.of().store('fiq_secret', { by: 'siwx', id: 'k1' })).toBe('keychain')
    expect(readFileSync(made.file, 'utf8')).not.toContain('fiq_secret')
    expect(await made.of().key()).toBe('fiq_secret')
    expect(await made.of().forget()).toMatchObject({ id: 'k1', key: 'fiq_secret' })
    expect(entries.size).toBe(0)
  })

  test('error: a locked keychain is reported, not treated as a missing key', async () => {
    const { keychain, entries } = memoryKeychain()
    using made = scene({ loadKeychain: async () => keychain })
    await made.of().store('fiq_1', { by: 'key' })
    entries.clear()
    await expect(made.of().key()).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    // Skips the time limit of the keychain.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
    const hanging = { getPassword: never, setPassword: never, deletePassword: never }
    const locked = made.of({ loadKeychain: async () => hanging })
    await expect(locked.key()).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    expect(await locked.store('fiq_2', { by: 'key' })).toBe('file')
    await expect(locked.store('fiq_3', { by: 'key' }, 'keychain')).rejects.toMatchObject({
      code: 'WALLET_LOCKED',
    })
  })

  test.each(['{', '[]', '{"default":{"http://127.0.0.1:4020":{"place":"file"}}}'])(
    'error: a file %s is neither treated as a missing key nor printed',
    async (text) => {
      using made = scene()
      writeFileSync(made.file, text)
      await expect(made.of().key()).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
    },
  )

  test('error: a malformed key is neither stored nor printed', async () => {
    using made = scene()
    const error = await made
      .of()
      .store('fiq 1\nx: y', { by: 'key' })
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'CONFIGURATION_INVALID' })
    expect(JSON.stringify(error)).not.toContain('x: y')
  })
})

describe('signIn', () => {
  async function withWallet(given: Parameters<typeof scene>[0]) {
    const made = scene(given)
    const randomBytes = (length: number) => new Uint8Array(length).fill(3)
    await storeWallet(
      testKey,
      { name: 'main', place: 'keystore' },
      { ...made.options, randomBytes },
    )
    return made
  }

  test('default: shows the message, asks, and signs it with the wallet', async () => {
    using made = await withWallet({ replies: ['y'] })
    const { message, signature, address } = await made.of().signIn(nonceAnswer)
    expect(address).toBe(testAddress)
    expect(made.shown[0]).toBe(`${message.replace(/^/gm, '  ')}\n`)
    const signed = signature as `0x${string}`
    expect(await verifyMessage({ address: testAddress, message, signature: signed })).toBe(true)
  })

  test('error: signs nothing after a refusal, without a terminal, or for another site', async () => {
    using declined = await withWallet({ replies: [''] })
    declined.shown.length = 0
    await expect(declined.of().signIn(nonceAnswer)).rejects.toMatchObject({ code: 'DECLINED' })
    using alone = await withWallet({})
    await expect(alone.of().signIn(nonceAnswer)).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
    await expect(alone.of({ yes: true }).signIn(nonceAnswer)).resolves.toMatchObject({
      address: testAddress,
    })
    const foreign = { ...nonceAnswer, domain: 'bank.example' }
    await expect(alone.of({ yes: true }).signIn(foreign)).rejects.toMatchObject({
      code: 'SIGN_IN_REFUSED',
    })
  })
})
