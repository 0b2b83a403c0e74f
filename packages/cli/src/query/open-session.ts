import type { PayerOptions } from '../payment/payer-options.ts'
import type { Answer } from './answer.ts'
import type { Operation } from './operation.ts'
import { createServerClient, type ServerPorts } from './server-client.ts'

export type SessionTerms = {
  /** Most for all questions together, atomic units of USDC. The budget holds besides. */
  cap: bigint
  /** Receives notes while an answer is awaited. */
  note(line: string): void
}

export type QuerySession = {
  /** Shows the quote of the first question and asks once; see {@link CliContext.ask}. */
  query(operation: Operation): Promise<Answer>
  /** Call it once the answers have been shown: the same question is a new purchase after it. */
  delivered(): void
  /** The session's cost, including payments that may still settle. Atomic units. */
  spent(): bigint
  /** Raises the cap, which the user was asked about; the budget's own holds all the same. */
  raise(by: bigint): void
}

/**
 * Opens a query session: one approval, one cap. Credits of a key count at the price of the query,
 * so that the cap holds for credits too.
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
  const isCharged = (await key()) !== undefined
  const client = createServerClient({ ...ports, note, pay })
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
