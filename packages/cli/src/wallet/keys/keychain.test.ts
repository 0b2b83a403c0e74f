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
  test('default: one that keeps what it is given, and nothing of the probe stays', async () => {
    const { keychain, entries } = memoryKeychain()
    expect(await keychainWorks(keychain, 'probe-1')).toBe(true)
    expect(entries.size).toBe(0)
  })

  test('behavior: one that forgets, or refuses, does not', async () => {
    const { keychain } = memoryKeychain()
    expect(await keychainWorks({ ...keychain, setPassword: async () => {} }, 'p')).toBe(false)
    const refuse = () => Promise.reject(new Error('Cannot autolaunch D-Bus'))
    expect(await keychainWorks({ ...keychain, setPassword: refuse }, 'p')).toBe(false)
  })

  test('behavior: one that does not answer within two seconds does not', async () => {
    vi.useFakeTimers()
    const works = keychainWorks({ ...memoryKeychain().keychain, setPassword: never }, 'p')
    await vi.advanceTimersByTimeAsync(keychainTimeoutMs)
    expect(await works).toBe(false)
  })
})

describe('storeInKeychain', () => {
  test('default: keeps the key', async () => {
    const { keychain, entries } = memoryKeychain()
    await storeInKeychain(keychain, 'main', key)
    expect([...entries]).toEqual([['fiq/main', key]])
  })

  test('error: an entry that is there is never overwritten', async () => {
    const { keychain, entries } = memoryKeychain([['fiq/main', 'old']])
    await expect(storeInKeychain(keychain, 'main', key)).rejects.toMatchObject({
      code: 'WALLET_EXISTS',
    })
    expect(entries.get('fiq/main')).toBe('old')
  })

  test('error: a key that cannot be read back is not called kept', async () => {
    const { keychain } = memoryKeychain()
    await expect(
      storeInKeychain({ ...keychain, setPassword: async () => {} }, 'main', key),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })
})

describe('readFromKeychain', () => {
  test('default: the key', async () => {
    const { keychain } = memoryKeychain([['fiq/main', key]])
    expect(await readFromKeychain(keychain, 'main')).toBe(key)
  })

  test('error: a keychain without an answer is locked, never without a wallet', async () => {
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
  test('default: keytar with its three calls, or nothing where it is not built', async () => {
    const keychain = await loadKeytar()
    if (keychain) expect(typeof keychain.getPassword).toBe('function')
    else expect(keychain).toBeUndefined()
  })
})
