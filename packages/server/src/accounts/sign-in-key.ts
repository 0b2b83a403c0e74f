import { type SignInProvider, signInProviderNames } from '../config/sign-in-providers.ts'
import type { KeyRow } from '../storage/accounts/access-store.ts'
import { type AccountPorts, activeKeysMax, isActive, issueKey } from './accounts.ts'

/** Default lifetime of a key from a sign-in. */
export const signInKeyDays = 30

/** Names of the keys of sign-ins. */
type SignInKeyName = `${'wallet' | SignInProvider} sign-in`

const signInKeyNames: readonly string[] = ['wallet', ...signInProviderNames].map(
  (way) => `${way} sign-in`,
)

/**
 * Creates a key after a sign-in. It never fails at the limit of keys: the oldest key of a sign-in
 * is revoked instead.
 */
export async function issueSignInKey(
  request: {
    organisation: string
    name: SignInKeyName
    days?: number | undefined
  },
  ports: AccountPorts,
): Promise<{ key: string; row: KeyRow }> {
  const { store, nowMs } = ports
  const now = nowMs()
  const active = (await store.keys(request.organisation)).filter((row) => isActive(row, now))
  const oldest = active.find(({ name }) => signInKeyNames.includes(name))
  if (oldest && active.length >= activeKeysMax) await store.revokeKey(oldest, now)
  return issueKey({ ...request, days: request.days ?? signInKeyDays }, ports)
}
