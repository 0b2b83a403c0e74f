import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Database, Row } from '../../payment/journal/open-database.ts'
import { usdcUnit } from '../../terminal/format/usdc-text.ts'
import { createClients } from '../clients/clients.ts'

/**
 * The state of an approval.
 *
 * - `waiting`: the user has not decided. After its end it counts as denied.
 * - `approved`: allowed and not paid yet. Valid for one payment with exactly these terms.
 * - `denied`: by the user.
 * - `used`: paid.
 */
export type ApprovalState = 'waiting' | 'approved' | 'denied' | 'used'

/** A quote that waits for the user. */
export type Approval = ApprovalTerms & {
  id: string
  state: ApprovalState
  /** Unix milliseconds. */
  requestedAt: number
  /** Unix milliseconds, after which a waiting quote is denied and an approved one is invalid. */
  until: number
}

export type ApprovalTerms = {
  client: string
  /** Identity of the request. */
  request: string
  /** Atomic units. */
  amount: bigint
  /** Address that is paid; {@link noPayee} for credits, which the server debits. */
  payTo: Hex
  /** For display. Texts may be foreign: sanitise to print. */
  quote: {
    origin: string
    label?: string
    /** The query from its syntax tree, one line for each part. */
    asked?: readonly string[]
    credits: number
    rows: readonly QuoteRow[]
    payee: string
    /**
     * Whether the payee was neither paid before nor trusted, so that only the terminal may confirm
     * it.
     */
    isNewPayee?: true
    /** Whether a play wallet pays. */
    play?: true
    /** Whether the credits of the user's API key pay. */
    isOnCredits?: true
  }
}

/** The payee of purchases on credits. */
export const noPayee = `0x${'0'.repeat(40)}` satisfies Hex

/** If the caller left before the approval, it stays valid for the same call for this time. */
export const approvedMs = 300_000

/** Approvals are retained for a month, so that the user can look them up. */
const retentionMs = 30 * 86_400_000

export type Approvals = {
  /** The live approval with the same terms, or a new one that waits for this time. */
  request(terms: ApprovalTerms, waitMs: number): Approval
  read(id: string): Approval | undefined
  /** Uses up an approved one. @returns `true` in only one process. */
  use(id: string): boolean
  /** Waiting, oldest first. */
  waiting(): readonly Approval[]
  /**
   * Records the user's decision.
   *
   * @param always - From now on the client pays at least up to this amount without a prompt, of real
   * or of play money, as the quote does. Its waiting quotes within it, for the same payee and of the
   * same money, are approved too.
   * @throws FiqError `NOT_FOUND` if no quote with this id waits.
   */
  decide(id: string, word: 'approved' | 'denied', always?: bigint): Approval
}

/** The price of a quote. Other money is marked. @example '0.15 play USDC', '0.15 USDC in credits' */
export function priceOf({ amount, quote }: Pick<Approval, 'amount' | 'quote'>): string {
  return `${formatUsdc(amount)} ${usdcUnit(quote.play)}${quote.isOnCredits ? ' in credits' : ''}`
}

/** Who gets the money of a quote. */
export function payeeOf({ payTo, quote }: Pick<Approval, 'payTo' | 'quote'>): string {
  return quote.isOnCredits ? quote.payee : `${payTo} ${quote.payee}`
}

/**
 * Quotes that wait for the user, in the file of the budget: the requesting proxy and the replying
 * terminal are two processes, and either may be restarted in between.
 */
export function createApprovals(
  database: Database,
  { now, newId }: { now: () => number; newId: () => string },
): Approvals {
  const read = (id: string) => {
    const row = database.row('SELECT * FROM approvals WHERE id = ?', id)
    return row && approvalOf(row)
  }
  return {
    read,
    request: (terms, waitMs) =>
      database.transact(() => {
        const live = findLive(database, terms, now())
        if (live) return live
        database.run('DELETE FROM approvals WHERE asked_at < ?', now() - retentionMs)
        const id = newId()
        insert(database, id, terms, now(), now() + waitMs)
        return { ...terms, id, state: 'waiting', requestedAt: now(), until: now() + waitMs }
      }),
    use: (id) =>
      database.run(
        `UPDATE approvals SET state = 'used' WHERE id = ? AND state = 'approved' AND until > ?`,
        id,
        now(),
      ) === 1,
    waiting: () =>
      database
        .rows(
          `SELECT * FROM approvals WHERE state = 'waiting' AND until > ? ORDER BY asked_at, rowid`,
          now(),
        )
        .map(approvalOf),
    decide: (id, word, always) =>
      database.transact(() => {
        const until = word === 'approved' ? now() + approvedMs : now()
        const sql = `UPDATE approvals SET state = ?, until = ? WHERE id = ? AND state = 'waiting' AND until > ?`
        if (database.run(sql, word, until, id, now()) === 0) throw nothingWaits(id)
        const decided = read(id)!
        if (always !== undefined) {
          const isPlay = decided.quote.play === true
          createClients(database, now).allow(decided.client, always, isPlay)
          database.run(
            `UPDATE approvals SET state = 'approved', until = ?
             WHERE client = ? AND pay_to = ? AND quote ->> '$.origin' = ?
               AND amount <= ? AND state = 'waiting' AND until > ?
               AND (${ofPlay}) = ?`,
            now() + approvedMs,
            decided.client,
            decided.payTo,
            decided.quote.origin,
            always,
            now(),
            isPlay ? 1 : 0,
          )
        }
        return decided
      }),
  }
}

/** SQL condition for approvals of play money. */
const ofPlay = `quote ->> '$.play' IS NOT NULL`

/** A waiting or approved one with exactly these terms, including price, payee and kind of money. */
function findLive(database: Database, terms: ApprovalTerms, now: number): Approval | undefined {
  const row = database.row(
    `SELECT * FROM approvals WHERE client = ? AND request = ? AND amount = ? AND pay_to = ?
       AND (${ofPlay}) = ? AND state IN ('waiting', 'approved') AND until > ?
     ORDER BY asked_at DESC LIMIT 1`,
    terms.client,
    terms.request,
    terms.amount,
    terms.payTo,
    terms.quote.play ? 1 : 0,
    now,
  )
  return row && approvalOf(row)
}

function insert(
  database: Database,
  id: string,
  { client, request, amount, payTo, quote }: ApprovalTerms,
  requestedAt: number,
  until: number,
): void {
  database.run(
    `INSERT INTO approvals (id, client, request, state, amount, pay_to, quote, asked_at, until)
     VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?)`,
    id,
    client,
    request,
    amount,
    payTo,
    JSON.stringify(quote),
    requestedAt,
    until,
  )
}

function approvalOf(row: Row): Approval {
  return {
    id: String(row['id']),
    client: String(row['client']),
    request: String(row['request']),
    state: String(row['state']) as ApprovalState,
    amount: row['amount'] as bigint,
    payTo: String(row['pay_to']) as Hex,
    quote: JSON.parse(String(row['quote'])) as Approval['quote'],
    requestedAt: Number(row['asked_at']),
    until: Number(row['until']),
  }
}

function nothingWaits(id: string): FiqError {
  return new FiqError(
    'NOT_FOUND',
    `No quote with the id "${id.slice(0, 40)}" waits for approval.`,
    {
      facts: ['It was decided already, or it expired and was denied.'],
      remedy: 'fiq proxy approvals list shows the waiting quotes.',
    },
  )
}
