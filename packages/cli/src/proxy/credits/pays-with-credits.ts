import type { CreditsAccount } from './buy-for-client.ts'

/** Whether the credits of an API key pay. A key that cannot be read is reported by the first call. */
export async function paysWithCredits({
  account,
}: {
  account: Pick<CreditsAccount, 'key'> | undefined
}): Promise<boolean> {
  try {
    return (await account?.key()) !== undefined
  } catch {
    return true
  }
}
