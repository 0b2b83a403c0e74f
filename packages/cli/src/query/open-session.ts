import type { PayerOptions } from '../payment/payer-options.ts'
import type { Answer } from './answer.ts'
import type { Operation } from './operation.ts'
import { createServerClient, type ServerPorts } from './server-client.ts'

export type SessionTerms = {
  /** Maximum for all queries together, atomic units of USDC. The budget applies as well. */
  cap: bigint
  /** Receives notes while an answer is awaited. */
  note(line: string): void
}

export type QuerySession = {
  /**
   * Sends a query. The first one shows its quote and prompts once; see {@link
   * CliContext.openSession}.
   */
  query(operation: Operation): Promise<Answer>
  /** Call it once the answers are shown. After it, the same query is a new purchase. */
  delivered(): void
  /** The session's cost, including payments that may still settle. Atomic units. */
  spent(): bigint
  /** Raises the cap, after the user agreed. The budget's own cap applies as well. */
  raise(by: bigint): void
}

/**
 * Opens a query session: one approval, one cap. Credits of a key count at the price of the query,
 * so that the cap also limits credits.
 */
export async function openSession(
  { cap, note }: SessionTerms,
  {
    ports,
    payerOptions,
    key,
  }: {
    ports: Omit<ServerPorts, 'pay'>
    payerOptions(): PayerOptions
    key(): Promise<string | undefined>
  },
): Promise<QuerySession> {
  const { openPaySession } = await import('../payment/open-session.ts')
  const { pay, spent, raise } = openPaySession(payerOptions(), { cap, note })
  const { settings } = ports
  // Read once: a key that is stored during the session would spend credits that nothing counts.
  const apiKey = settings.payWith === 'wallet' ? settings.apiKey : await key()
  const isCharged = apiKey !== undefined
  const client = createServerClient({ ...ports, key: async () => apiKey, note, pay })
  let charged = 0n
  return {
    async query(operation) {
      if (isCharged) charged += (await ports.estimate(operation)).amount
      return client.query(operation)
    },
    delivered: client.delivered,
    spent: () => (isCharged ? charged : spent()),
    raise,
  }
}
