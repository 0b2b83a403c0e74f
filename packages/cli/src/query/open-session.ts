import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { SessionSpending } from './about-sessions.ts'
import type { Answer } from './answer.ts'
import type { PurchaseCost } from './credits/credit-purchases.ts'
import type { LastingSession } from './lasting-session.ts'
import type { Operation } from './operation.ts'
import { createServerClient, type ServerPorts } from './server-client.ts'

/** Terms of several queries under one approval. */
export type SessionTerms = {
  /** Maximum for all queries together, atomic units of USDC. The budget applies as well. */
  cap: bigint
  /** Receives notes while an answer is awaited. */
  note(line: string): void
  /** Name under which the session outlives this process. Its spending counts until it ends. */
  lasting?: string
}

/** Several queries under one approval. */
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
  /** The part of it that was paid from the wallet and whose outcome is not proven. Atomic units. */
  inDoubt(): bigint
  /** Whether it pays with play money. */
  isPlay: boolean
  /** Forgets the spending of a lasting session. */
  end(): void
  /** Raises the cap, after the user agreed. The budget's own cap applies as well. */
  raise(by: bigint): void
}

/**
 * Opens a query session: one approval, one cap. Credits of a key count at the price of the query,
 * so that the cap also limits credits.
 */
export async function openSession(
  { cap, note, lasting }: SessionTerms,
  {
    ports,
    payerOptions,
    key,
    sessions,
  }: {
    ports: Omit<ServerPorts, 'pay'>
    payerOptions(): PayerOptions
    key(): Promise<string | undefined>
    /** Receives the session, so that an error that ends the run states what it has spent. */
    sessions: Set<SessionSpending>
  },
): Promise<QuerySession> {
  const { openPaySession } = await import('../payment/open-session.ts')
  const options = payerOptions()
  const lasts = lasting === undefined ? undefined : await openLasting(lasting, options)
  const named = lasts ? { ...options, session: lasts.id } : options
  // The journal does not contain spending on credits.
  const onCredits = lasts?.charged() ?? 0n
  const payments = openPaySession(named, { cap: cap > onCredits ? cap - onCredits : 0n, note })
  const { settings } = ports
  // Read once: a key that is stored during the session would spend credits that nothing counts.
  const apiKey = settings.payWith === 'wallet' ? settings.apiKey : await key()
  const isCharged = apiKey !== undefined
  const client = createServerClient({ ...ports, key: async () => apiKey, note, pay: payments.pay })
  let limit = cap
  let charged = 0n
  let known = 0n
  let knownInDoubt = 0n
  /** The sum of payments from the wallet. A session on credits that does not last makes none. */
  const paid = () => (isCharged && !lasts ? 0n : payments.spent())
  /** The larger sum: the file of a lasting session may have been removed. */
  const latest = (stored: bigint) => (stored > charged ? stored : charged)
  const charge = (to: (before: bigint) => bigint) => {
    const change = (stored: bigint) => {
      charged = to(latest(stored))
      return charged
    }
    if (lasts) lasts.charge(change)
    else change(charged)
  }
  const costOf = (amount: bigint): PurchaseCost => ({
    add: () =>
      charge((before) => {
        refuseAbove(limit, paid() + before, amount)
        return before + amount
      }),
    remove: () => charge((before) => (before > amount ? before - amount : 0n)),
  })
  const readInDoubt = () => (isCharged && !lasts ? 0n : payments.inDoubt())
  const readSpent = () => {
    known = paid() + latest(lasts?.charged() ?? 0n)
    knownInDoubt = readInDoubt()
    return known
  }
  /** An error about an unreadable journal must not replace the answer. */
  const remember = () => {
    try {
      readSpent()
    } catch {
      // The next reservation reports it.
    }
  }
  const isPlay = !isCharged && payments.isPlay()
  sessions.add({ spent: () => known, inDoubt: () => knownInDoubt, isCharged, isPlay })
  return {
    async query(operation) {
      const cost = isCharged ? costOf((await ports.estimate(operation)).amount) : undefined
      try {
        return await client.query(operation, cost)
      } finally {
        remember()
      }
    },
    delivered: client.delivered,
    spent: readSpent,
    inDoubt: readInDoubt,
    isPlay,
    end: () => lasts?.end(),
    raise(by) {
      limit += by
      payments.raise(by)
    },
  }
}

/** Refuses a purchase on credits above the cap. The budget refuses a payment from the wallet. */
function refuseAbove(cap: bigint, spent: bigint, price: bigint): void {
  if (spent + price <= cap) return
  throw new FiqError('OVER_BUDGET', 'The query would exceed --max-spend.', {
    facts: [
      `Price: ${formatUsdc(price)} USDC`,
      `Spent: ${formatUsdc(spent)} USDC`,
      `Cap: ${formatUsdc(cap)} USDC`,
    ],
    remedy: 'Run the command again with a larger --max-spend. Nothing was sent for this query.',
  })
}

async function openLasting(name: string, { stateDir }: PayerOptions): Promise<LastingSession> {
  const { openLastingSession } = await import('./lasting-session.ts')
  return openLastingSession(stateDir, name, () => globalThis.crypto.randomUUID())
}
