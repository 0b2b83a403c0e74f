import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Clock } from '../../config/clock.ts'
import { queryLines } from '../../payment/approve/approval-text.ts'
import { checkCaps, latestMoment } from '../../payment/budget/budget.ts'
import { checkClient } from '../../payment/budget/client-caps.ts'
import type { Limits } from '../../payment/budget/limits.ts'
import { namingClock } from '../../payment/budget/reset-clock.ts'
import type { Payer } from '../../payment/delivery/ports.ts'
import type { Database } from '../../payment/journal/open-database.ts'
import type { PayeeStanding } from '../../payment/journal/payees.ts'
import type { CheckedQuote } from '../../payment/quote/paid-request.ts'
import { automaticMax, type Client } from '../clients/clients.ts'
import { type Approval, type Approvals, noPayee, priceOf } from './approvals.ts'
import { callerWords } from './caller-words.ts'

/** Ports for prompting the user. */
export type ApprovalPorts = {
  database: Database
  approvals: Approvals
  clock: Clock
  /** How long a quote waits for the user. */
  waitMs: number
  /** Called once when a quote starts to wait. */
  onWaiting(approval: Approval): void
  /**
   * How long a caller with its own window first waits for the terminal, in milliseconds;
   * `undefined` for a caller that waits until the decision.
   */
  holdMs?: number | undefined
}

/** The user has not decided yet, and the caller may prompt in its own window. */
export class ApprovalWaits extends FiqError {
  override readonly name = 'ApprovalWaits'
  readonly approval: Approval

  constructor(approval: Approval) {
    super('APPROVAL_NEEDED', 'The payment waits for the approval of the user.', {
      facts: [`Price: ${priceOf(approval)}`],
      remedy: 'Ask the user, then send the same call again. Nothing was signed.',
    })
    this.approval = approval
  }
}

/** The caller, its request, and its caps. */
type ApprovalTerms = {
  client: Client
  request: string
  limits: Limits
  callsItself?: string | undefined
}

/** Interval of checking for the user's decision. */
const pollMs = 200

/** Maximum waiting quotes of one client. Users would not read a flood of them. */
const waitingMax = 8

/**
 * Replaces the terminal prompt for callers of the proxy. Nothing that a caller sends approves: only
 * the user's decision in the database does, for exactly this request, price and payee. The user
 * confirms a new payee at any price, also on this machine, unless its server is trusted (`fiq
 * payees trust`).
 *
 * @param stillWanted - `false` after the caller left: the quote keeps waiting without it.
 * @throws FiqError `DECLINED` if the user declines or does not decide; errors of the caps before
 * any prompt.
 */
export function requestApproval(
  { client, request, limits, callsItself }: ApprovalTerms,
  ports: ApprovalPorts,
  stillWanted: () => boolean,
): Payer['approve'] {
  const { database, clock } = ports
  return async (quote, payee, standing) => {
    const now = clock.now()
    namingClock(database, now, () => {
      checkCaps(quote.amount, standing, limits)
      const at = latestMoment(database, now)
      checkClient(database, client.name, quote.amount, at, standing.isPlay === true)
    })
    const max = automaticMax(client, limits.autoApprove, standing.isPlay === true)
    if (quote.amount <= max && isIntroduced(payee)) return
    await untilApproved(
      {
        client: client.name,
        request,
        amount: quote.amount,
        payTo: quote.payTo,
        quote: shownOf(quote, payee, { play: standing.isPlay, callsItself }),
      },
      ports,
      stillWanted,
    )
  }
}

/** What a purchase on credits buys. Its price is this program's own computation. */
export type CreditsQuote = {
  /** Atomic units of USDC. */
  amount: bigint
  credits: number
  rows: Approval['quote']['rows']
  origin: string
  label?: string
  body: string
}

/**
 * Prompts for a purchase on credits above the automatic limit, like {@link requestApproval}. The
 * user chose the server of the key, so there is no payee to confirm.
 *
 * @throws FiqError as {@link requestApproval}.
 */
export async function approveCredits(
  { client, request, callsItself }: Omit<ApprovalTerms, 'limits'>,
  quote: CreditsQuote,
  ports: ApprovalPorts,
  stillWanted: () => boolean,
): Promise<void> {
  const { database, clock } = ports
  const now = clock.now()
  namingClock(database, now, () => {
    const at = latestMoment(database, now)
    checkClient(database, client.name, quote.amount, at, false)
  })
  const { amount, origin, credits, rows, label } = quote
  const shown = {
    origin,
    credits,
    rows,
    ...defined({ label }),
    payee: 'the server',
    isOnCredits: true as const,
    asked: [...queryLines(quote), ...callerWords(callsItself)],
  }
  const terms = { client: client.name, request, amount, payTo: noPayee, quote: shown }
  await untilApproved(terms, ports, stillWanted)
}

/** Waits for the user's decision, and uses up the approval. */
async function untilApproved(
  terms: Parameters<Approvals['request']>[0],
  ports: ApprovalPorts,
  stillWanted: () => boolean,
): Promise<void> {
  const { approvals } = ports
  refuseFlood(approvals, terms)
  const requested = approvals.request(terms, ports.waitMs)
  ports.onWaiting(requested)
  await decided(requested, ports, stillWanted)
  if (!approvals.use(requested.id))
    throw refused(requested, 'Its approval was already used or has expired.')
}

/** Whether the payee was paid before, or the user trusts it. */
function isIntroduced(payee: PayeeStanding): boolean {
  return payee.status === 'known' || payee.trust === 'given'
}

function shownOf(
  quote: CheckedQuote,
  payee: PayeeStanding,
  { play, callsItself }: { play: true | undefined; callsItself: string | undefined },
): Approval['quote'] {
  const { origin, label, credits, rows } = quote
  return {
    origin,
    credits,
    rows,
    payee:
      payee.status === 'new'
        ? 'NEW: this server was never paid'
        : `known since ${new Date(payee.since).toISOString().slice(0, 10)}`,
    ...defined({ isNewPayee: isIntroduced(payee) ? undefined : (true as const), label, play }),
    asked: [...queryLines(quote), ...callerWords(callsItself)],
  }
}

function refuseFlood(
  approvals: Approvals,
  { client, request }: { client: string; request: string },
): void {
  const waiting = approvals.waiting().filter((one) => one.client === client)
  if (waiting.length < waitingMax || waiting.some((one) => one.request === request)) return
  throw new FiqError('RATE_LIMITED', `${waiting.length} quotes of "${client}" wait for the user.`, {
    remedy: 'Wait until the user has decided.',
  })
}

async function decided(
  requested: Approval,
  { approvals, clock, holdMs = Number.POSITIVE_INFINITY }: ApprovalPorts,
  stillWanted: () => boolean,
): Promise<void> {
  const heldUntil = clock.now() + holdMs
  for (;;) {
    const approval = approvals.read(requested.id)
    refuseDecided(requested, approval, clock.now())
    if (approval?.state !== 'waiting') return
    if (!stillWanted()) throw refused(requested, 'The caller closed the connection.')
    if (clock.now() >= heldUntil) throw new ApprovalWaits(requested)
    await clock.sleep(pollMs)
  }
}

/** @throws FiqError `DECLINED` if the user refused, or did not decide in time. */
export function refuseDecided(
  requested: Approval,
  current: Approval | undefined,
  now: number,
): void {
  if (current === undefined || current.state === 'denied')
    throw refused(requested, 'The user declined.')
  if (current.state === 'waiting' && now >= current.until)
    throw refused(requested, 'The user did not decide in time.')
}

function refused(approval: Approval, reason: string): FiqError {
  return new FiqError('DECLINED', `The user has not approved the payment. ${reason}`, {
    facts: [`Price: ${priceOf(approval)}`],
    remedy: 'Ask the user. Nothing was signed.',
  })
}
