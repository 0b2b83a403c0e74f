import type { KeyRow } from '../storage/accounts/access-store.ts'
import { type AccountPorts, activeKeysMax, isActive, issueKey } from './accounts.ts'

/** Life of a key that came of a sign-in, when no other is asked for. */
export const signInKeyDays = 30

/** Ways to sign in; a key that came of one is named after it. */
export const signInKeyNames = ['wallet sign-in', 'google sign-in'] as const

/**
 * Makes a key for somebody who has signed in. Who can sign in always gets one: past the most keys,
 * the oldest one that came of a sign-in ends.
 */
export async function issueSignInKey(
  wanted: {
    organisation: string
    name: (typeof signInKeyNames)[number]
    days?: number | undefined
  },
  ports: AccountPorts,
): Promise<{ key: string; row: KeyRow }> {
  const { store, nowMs } = ports
  const now = nowMs()
  const active = (await store.keys(wanted.organisation)).filter((row) => isActive(row, now))
  const oldest = active.find(({ name }) => signInKeyNames.some((known) => known === name))
  if (oldest && active.length >= activeKeysMax) await store.revokeKey(oldest, now)
  return issueKey({ ...wanted, days: wanted.days ?? signInKeyDays }, ports)
}
