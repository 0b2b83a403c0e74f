import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Clock } from '../../config/clock.ts'
import { queryLines } from '../../payment/approve/approval-text.ts'
import { checkCaps, latestMoment } from '../../payment/budget/budget.ts'
import { checkClient } from '../../payment/budget/client-caps.ts'
import type { Limits } from '../../payment/budget/limits.ts'
import type { Payer } from '../../payment/delivery/ports.ts'
import type { Database } from '../../payment/journal/open-database.ts'
import type { PayeeStanding } from '../../payment/journal/payees.ts'
import type { CheckedQuote } from '../../payment/quote/paid-request.ts'
import type { Client } from '../clients/clients.ts'
import type { Approval, Approvals } from './approvals.ts'
import { callerWords } from './caller-words.ts'

/** What asking the user needs. */
export type ApprovalPorts = {
  database: Database
  approvals: Approvals
  clock: Clock
  /** How long a quote waits for the user. */
  waitMs: number
  /** Told once when a quote waits. */
  onWaiting(approval: Approval): void
}

/** Who asks for what, under which caps. */
type ApprovalTerms = {
  client: Client
  request: string
  limits: Limits
  callsItself?: string | undefined
}

/** How often the user's word is looked for. */
const pollMs = 200

/** Quotes of one client that wait at a time: a flood of them would be clicked away. */
const waitingMax = 8

/**
 * Takes the place of the terminal's question for those who ask through the proxy. Nothing a caller
 * sends is an answer: only the user's word in the database is, for exactly this request, price and
 * payee. A payee that is new is confirmed by the user whatever the price, on this machine too, unless
 * the user trusts its server (`fiq payees trust`).
 *
 * @param stillWanted - False once the caller has gone: the quote keeps waiting without it.
 * @throws FiqError `DECLINED` when the user says no or nothing; the caps' errors before anybody is
 * asked.
 */
export function requestApproval(
  { client, request, limits, callsItself }: ApprovalTerms,
  ports: ApprovalPorts,
  stillWanted: () => boolean,
): Payer['approve'] {
  const { database, approvals, clock } = ports
  return async (quote, payee, standing) => {
    checkCaps(quote.amount, standing, limits)
    const at = latestMoment(database, clock.now())
    checkClient(database, client.name, quote.amount, at, standing.isPlay === true)
    if (isAutomatic(quote, payee, client, limits)) return
    const terms = {
      client: client.name,
      request,
      amount: quote.amount,
      payTo: quote.payTo,
      quote: shownOf(quote, payee, { play: standing.isPlay, callsItself }),
    }
    refuseFlood(approvals, client)
    const asked = approvals.request(terms, ports.waitMs)
    ports.onWaiting(asked)
    await decided(asked, ports, stillWanted)
    if (!approvals.use(asked.id)) throw refused(asked, 'Its approval was used or is too old.')
  }
}

function isAutomatic(
  { amount }: CheckedQuote,
  payee: PayeeStanding,
  client: Client,
  { autoApprove }: Limits,
): boolean {
  if (amount > (client.automatic ?? autoApprove)) return false
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
        ? 'NEW: never paid at this server'
        : `known since ${new Date(payee.since).toISOString().slice(0, 10)}`,
    ...defined({ label }),
    ...(play ? { play } : {}),
    asked: [...queryLines(quote), ...callerWords(callsItself)],
  }
}

function refuseFlood(approvals: Approvals, { name }: Client): void {
  const waiting = approvals.waiting().filter(({ client }) => client === name)
  if (waiting.length < waitingMax) return
  throw new FiqError('RATE_LIMITED', `${waiting.length} quotes of "${name}" wait for the user.`, {
    remedy: 'Wait until the user has decided on them.',
  })
}

async function decided(
  asked: Approval,
  { approvals, clock }: ApprovalPorts,
  stillWanted: () => boolean,
): Promise<void> {
  for (;;) {
    const approval = approvals.read(asked.id)
    if (approval?.state === 'approved') return
    if (approval?.state !== 'waiting') throw refused(asked, 'The user declined.')
    if (clock.now() >= approval.until) throw refused(asked, 'Nobody approved it in time.')
    if (!stillWanted()) throw refused(asked, 'The caller has gone.')
    await clock.sleep(pollMs)
  }
}

function refused({ amount }: Approval, reason: string): FiqError {
  return new FiqError('DECLINED', `The user has not approved the payment. ${reason}`, {
    facts: [`Price: ${formatUsdc(amount)} USDC`],
    remedy: 'Ask the user. Nothing was signed.',
  })
}
