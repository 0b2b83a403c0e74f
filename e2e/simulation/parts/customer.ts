import { issueKey } from '../../../packages/server/src/accounts/accounts.ts'
import { openAccessStore } from '../../../packages/server/src/storage/accounts/open-access-store.ts'
import { plainDatabase, type ServerDisk } from './server-disk.ts'

/** An organisation that buys on credits. */
export type Customer = {
  name: string
  authorization: string
  /** Whether it sends an idempotency key with each operation. */
  isKeyed: boolean
  /** Credits of sent answers, by operation. */
  left: Map<string, number>
}

/** Opens an organisation with a key and enough credits. */
export async function openCustomer(
  disk: ServerDisk,
  name: string,
  isKeyed: boolean,
  nowMs: () => number,
): Promise<Customer> {
  const store = openAccessStore(plainDatabase(disk))
  const at = nowMs()
  await store.createOrganisation({ id: name, name, plan: 'pay-as-you-go', createdAt: at })
  const gift = {
    id: `${name} grant`,
    organisation: name,
    kind: 'grant',
    credits: 1_000_000,
  } as const
  await store.give({ ...gift, at })
  const { key } = await issueKey({ organisation: name, name: 'k' }, { store, nowMs })
  return { name, isKeyed, authorization: `Bearer ${key}`, left: new Map() }
}
