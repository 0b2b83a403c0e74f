import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryKeychain, never } from '../testing/memory-keychain.ts'
import {
  keychainTimeoutMs,
  keychainWorks,
  loadKeytar,
  readFromKeychain,
  storeInKeychain,
} from './keychain.ts'

const key = `0x${'12'.repeat(32)}` as const
afterEach(() => {
  vi.useRealTimers()
})

describe('keychainWorks', () => {
  test('default: true if it stores a value, and the test value is removed', async () => {
    const { keychain, entries } = memoryKeychain()
    expect(await keychainWorks(keychain, 'probe-1')).toBe(true)
    expect(entries.size).toBe(0)
  })

  test('behavior: false for one that forgets or refuses', async () => {
    const { keychain } = memoryKeychain()
    expect(await keychainWorks({ ...keychain, setPassword: async () => {} }, 'p')).toBe(false)
    const refuse = () => Promise.reject(new Error('Cannot autolaunch D-Bus'))
    expect(await keychainWorks({ ...keychain, setPassword: refuse }, 'p')).toBe(false)
  })

  test('behavior: false for one that does not respond within two seconds', async () => {
    vi.useFakeTimers()
    const works = keychainWorks({ ...memoryKeychain().keychain, setPassword: never }, 'p')
    await vi.advanceTimersByTimeAsync(keychainTimeoutMs)
    expect(await works).toBe(false)
  })
})

describe('storeInKeychain', () => {
  test('default: stores the key', async () => {
    const { keychain, entries } = memoryKeychain()
    await storeInKeychain(keychain, 'main', key)
    expect([...entries]).toEqual([['fiq/main', key]])
  })

  test('error: never overwrites an existing entry', async () => {
    const { keychain, entries } = memoryKeychain([['fiq/main', 'old']])
    await expect(storeInKeychain(keychain, 'main', key)).rejects.toMatchObject({
      code: 'WALLET_EXISTS',
    })
    expect(entries.get('fiq/main')).toBe('old')
  })

  test('error: does not report a key as stored that cannot be read back', async () => {
    const { keychain } = memoryKeychain()
    await expect(
      storeInKeychain({ ...keychain, setPassword: async () => {} }, 'main', key),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })
})

describe('readFromKeychain', () => {
  test('default: returns the key', async () => {
    const { keychain } = memoryKeychain([['fiq/main', key]])
    expect(await readFromKeychain(keychain, 'main')).toBe(key)
  })

  test('error: a keychain without a response is locked, never without a wallet', async () => {
    const { keychain } = memoryKeychain()
    for (const broken of [keychain, undefined, { ...keychain, getPassword: async () => 'noise' }])
      await expect(readFromKeychain(broken, 'main')).rejects.toMatchObject({
        code: 'WALLET_LOCKED',
      })
  })

  test('error: a keychain that hangs is locked after two seconds', async () => {
    vi.useFakeTimers()
    const reading = readFromKeychain({ ...memoryKeychain().keychain, getPassword: never }, 'main')
    const refused = expect(reading).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    await vi.advanceTimersByTimeAsync(keychainTimeoutMs)
    await refused
  })
})

describe('loadKeytar', () => {
  test('default: returns keytar with its three calls, or undefined if it is not built', async () => {
    const keychain = await loadKeytar()
    if (keychain) expect(typeof keychain.getPassword).toBe('function')
    else expect(keychain).toBeUndefined()
  })
})
