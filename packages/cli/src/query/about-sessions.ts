import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'

/** What a session has spent so far. */
export type SessionSpending = {
  /** The last known sum, in atomic units. Payments that may still settle count. Never throws. */
  spent(): bigint
  /** Whether it spends the credits of a key. */
  isCharged: boolean
}

/** An error that ends a session which has paid before. Its `funds` are about the whole session. */
class SessionError extends FiqError {
  readonly payment: { state: string; id: undefined; amount: string }

  constructor(error: FiqError, spent: bigint) {
    const { code, message, facts, remedy } = error
    super(code, message, { facts, remedy, funds: 'spent', cause: error })
    this.payment = { state: 'answered', id: undefined, amount: formatUsdc(spent) }
  }
}

/**
 * Turns an error that ends a session into one that states what the session has spent: "untouched"
 * is true of the query that failed, and a user reads it as true of the command. An error that
 * already states where the money is stays unchanged.
 */
export function aboutSessions(error: unknown, open: Iterable<SessionSpending> = []): unknown {
  if (error instanceof FiqError && (error.funds !== 'untouched' || 'payment' in error)) return error
  let [paid, isCharged] = [0n, false]
  for (const session of open) {
    const spent = session.spent()
    if (session.isCharged) isCharged ||= spent > 0n
    else paid += spent
  }
  if (paid === 0n && !isCharged) return error
  const known = error instanceof FiqError ? error : unexpected(error)
  return paid === 0n ? known.withFunds('spent') : new SessionError(known, paid)
}

function unexpected(error: unknown): FiqError {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new FiqError('INTERNAL', `Unexpected: ${text.slice(0, 500)}`, { cause: error })
}
