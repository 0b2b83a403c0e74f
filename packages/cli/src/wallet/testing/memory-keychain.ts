import type { Keychain } from '../keys/keychain.ts'

/** A keychain in memory that behaves like an unlocked one. */
export function memoryKeychain(before: [string, string][] = []) {
  const entries = new Map<string, string>(before)
  const keychain: Keychain = {
    getPassword: async (service, account) => entries.get(`${service}/${account}`) ?? null,
    setPassword: async (service, account, password) =>
      void entries.set(`${service}/${account}`, password),
    deletePassword: async (service, account) => entries.delete(`${service}/${account}`),
  }
  return { keychain, entries }
}

/** A call without a reply. */
export function never(): Promise<never> {
  return new Promise(() => {})
}
