import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'

/** The used functions of keytar. Each may hang, so every call has a time limit. */
export type Keychain = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Name of our entries in the OS keychain. */
export const keychainService = 'fiq'

/** A Secret Service that waits to be unlocked replies after minutes, or never. */
export const keychainTimeoutMs = 2_000

/** Loads keytar, which is built only if libsecret is present. @returns `undefined` otherwise. */
export async function loadKeytar(): Promise<Keychain | undefined> {
  // Not a literal, so that neither compiler nor bundler needs the optional package.
  const name = 'keytar'
  try {
    const loaded = (await import(name)) as { default?: Keychain } & Keychain
    const keychain = loaded.default ?? loaded
    return typeof keychain.getPassword === 'function' ? keychain : undefined
  } catch {
    return undefined
  }
}

/** Whether a keychain stores a value and returns it within the time limit. */
export async function keychainWorks(keychain: Keychain, probe: string): Promise<boolean> {
  try {
    await withinLimit(keychain.setPassword(keychainService, probe, probe))
    const stored = await withinLimit(keychain.getPassword(keychainService, probe))
    await withinLimit(keychain.deletePassword(keychainService, probe))
    return stored === probe
  } catch {
    return false
  }
}

/**
 * Stores a key, and checks that it can be read back. Never overwrites an existing entry.
 *
 * @throws FiqError `WALLET_EXISTS`, `WALLET_LOCKED`.
 */
export async function storeInKeychain(keychain: Keychain, name: string, key: Hex): Promise<void> {
  const before = await withinLimit(keychain.getPassword(keychainService, name))
  if (before !== null)
    throw new FiqError('WALLET_EXISTS', `The keychain already has an entry "${name}" of fiq.`)
  await withinLimit(keychain.setPassword(keychainService, name, key))
  const stored = await withinLimit(keychain.getPassword(keychainService, name))
  if (stored !== key) throw locked('it did not store the key')
}

/**
 * Reads the key of a wallet that is stored in the keychain. A locked keychain replies like an empty
 * one, so a missing entry means locked, never that there is no wallet.
 *
 * @throws FiqError `WALLET_LOCKED`.
 */
export async function readFromKeychain(keychain: Keychain | undefined, name: string): Promise<Hex> {
  if (!keychain) throw locked('it cannot be loaded on this machine')
  const key = await withinLimit(keychain.getPassword(keychainService, name))
  if (key === null) throw locked('it returned no key: it is locked, or the entry was removed')
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw locked('its entry is not a key of fiq')
  return key as Hex
}

/** Stores a text under a name, replacing an old one. @returns Whether it is stored. */
export async function storeText(keychain: Keychain, name: string, text: string): Promise<boolean> {
  try {
    await withinLimit(keychain.setPassword(keychainService, name, text))
    return (await withinLimit(keychain.getPassword(keychainService, name))) === text
  } catch {
    return false
  }
}

/** A text stored under a name; `undefined` if there is none, or the keychain is locked. */
export async function readText(keychain: Keychain, name: string): Promise<string | undefined> {
  return (await withinLimit(keychain.getPassword(keychainService, name))) ?? undefined
}

/** Removes the key of a wallet. @throws FiqError `WALLET_LOCKED`. */
export async function removeFromKeychain(
  keychain: Keychain | undefined,
  name: string,
): Promise<void> {
  if (!keychain) throw locked('it cannot be loaded on this machine')
  await withinLimit(keychain.deletePassword(keychainService, name))
}

async function withinLimit<result>(call: Promise<result>): Promise<result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(locked(`it did not answer within ${keychainTimeoutMs / 1_000} s`)),
    keychainTimeoutMs,
  )
  try {
    return await Promise.race([call, promise])
  } catch (cause) {
    throw cause instanceof FiqError ? cause : locked((cause as Error).message)
  } finally {
    clearTimeout(timer)
  }
}

function locked(reason: string): FiqError {
  return new FiqError('WALLET_LOCKED', 'The wallet could not be opened from the OS keychain.', {
    facts: [`Reason: ${reason}`],
    remedy: 'Unlock the keychain and run the command again. The wallet is unchanged.',
  })
}
