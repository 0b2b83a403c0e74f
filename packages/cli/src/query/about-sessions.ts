import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcUnit } from '../terminal/format/usdc-text.ts'

/** What a session has spent so far. */
export type SessionSpending = {
  /** The last known sum, in atomic units. Payments that may still settle count. Never throws. */
  spent(): bigint
  /** The last known part of it whose outcome is not proven. */
  inDoubt(): bigint
  /** Whether it spends the credits of a key. */
  isCharged: boolean
  /** Whether it pays with play money. */
  isPlay: boolean
}

/** An error that ends a session which has paid before. Its `funds` are about the whole session. */
class SessionError extends FiqError {
  readonly payment: { state: string; id: undefined; amount: string; play?: true }

  constructor(
    error: FiqError,
    { paid, inDoubt, isPlay }: { paid: bigint; inDoubt: bigint; isPlay: boolean },
  ) {
    const { code, message, facts, remedy } = error
    const doubt = inDoubt > 0n ? [doubtWords(inDoubt, isPlay)] : []
    const funds = inDoubt > 0n ? 'at-risk' : 'spent'
    super(code, message, { facts: [...facts, ...doubt], remedy, funds, cause: error })
    const state = inDoubt > 0n ? 'unknown' : 'answered'
    this.payment = {
      state,
      id: undefined,
      amount: formatUsdc(paid),
      ...defined({ play: isPlay || undefined }),
    }
  }
}

/** The part of a session's cost that may not be spent, and where its payments are. */
export function doubtWords(inDoubt: bigint, isPlay: boolean): string {
  return `${formatUsdc(inDoubt)} ${usdcUnit(isPlay)} of it are at risk: fiq payments list shows the payments`
}

/**
 * Turns an error that ends a session into one that states what the session has spent: "untouched"
 * is true of the query that failed, and a user reads it as true of the command. An error that
 * already states where the money is stays unchanged.
 */
export function aboutSessions(error: FiqError, open: Iterable<SessionSpending>): FiqError {
  if (error.funds !== 'untouched' || 'payment' in error) return error
  let [paid, inDoubt, isCharged, isPlay] = [0n, 0n, false, false]
  for (const session of open) {
    const spent = session.spent()
    inDoubt += session.inDoubt()
    if (session.isCharged) isCharged ||= spent > 0n
    else paid += spent
    // All sessions of a run pay from the same wallet.
    isPlay ||= session.isPlay
  }
  if (paid === 0n && !isCharged) return error
  return paid === 0n ? error.withFunds('spent') : new SessionError(error, { paid, inDoubt, isPlay })
}
