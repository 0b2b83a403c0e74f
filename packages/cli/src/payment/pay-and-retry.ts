import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { checkQuote } from '@fiq/shared/payment/check-quote'
import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import type { Standing } from './budget/budget.ts'
import { checkBalance } from './check-balance.ts'
import { afterSigning, answerIn, type Delivery } from './delivery/after-signing.ts'
import { deliver } from './delivery/deliver.ts'
import { PaymentError } from './delivery/payment-error.ts'
import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { proveOnChain } from './delivery/prove.ts'
import { joinOrResume } from './delivery/resume.ts'
import { isNotCommitted } from './journal/journal-error.ts'
import type { HttpAnswer, Purchase, Unsent } from './journal/purchase.ts'
import { checkClock, checkClockRan } from './quote/check-clock.ts'
import { checkLimits } from './quote/check-limits.ts'
import type { CheckedQuote, PaidRequest } from './quote/paid-request.ts'
import { firstAnswer, resumeOpen } from './resume-open.ts'
import { signPayment, termsOf } from './sign-payment.ts'

/**
 * Sends a request and, if the server requires payment, pays once and sends it again.
 *
 * Its safety rests on the order: check, approve, reserve, sign, journal, send. Only bytes in the
 * journal are ever sent, so after any failure the same bytes are sent again and nothing new is
 * signed.
 *
 * @param unpaidAnswer - The answer to the unpaid request, if it was sent already.
 * @throws FiqError `SERVER_UNREACHABLE`, `QUOTE_*`, `PAYEE_CHANGED`, `OVER_LIMIT`, `OVER_BUDGET`,
 * `APPROVAL_NEEDED`, `DECLINED`, `NO_WALLET`, `WALLET_LOCKED`, `BUDGET_BUSY`,
 * `JOURNAL_UNAVAILABLE`, `CANCELLED`: nothing was sent that could move money.
 * @throws PaymentError `PAYMENT_REJECTED`, `INSUFFICIENT_FUNDS`, `ANSWER_OWED`,
 * `PAYMENT_OUTCOME_UNKNOWN`: a signed payment was sent.
 */
export async function payAndRetry(
  request: PaidRequest,
  payer: Payer,
  unpaidAnswer?: Promise<HttpAnswer>,
): Promise<PaidAnswer> {
  const first = await firstAnswer(request, payer, unpaidAnswer)
  if ('delivered' in first) return first
  if (first.status !== 402) return unpaid(first)

  const { journal, payees, budget, clock, limits, uptime } = payer
  const key = requestKey(request.url, request.body)
  const open = limits.dryRun ? undefined : journal.find(key, request.once)
  const resumed = open && (await resumeOpen(open, request, payer))
  if (resumed) return resumed

  const arrived = { now: clock.now(), uptime: uptime() }
  const notCompared = limits.dryRun ? undefined : checkClock(first.headers['date'], arrived.now)
  const quoted = readPaymentRequired(first.headers['payment-required'])
  const opening = mayOpenEarly(quoted, request, payer) ? payer.openWallet() : undefined
  // Its error is reported at the `await`, after earlier refusals.
  opening?.catch(() => {})
  // Let the derivation begin on its thread before this one computes the price.
  if (opening) await clock.sleep(0)
  const checked = checkQuote(quoted, request.url, await request.expected())
  checkLimits(checked.amount, limits)
  const quote = { ...checked, body: request.body, ...defined({ label: request.label }) }
  const payee = payees.check(quote.origin, quote.payTo)
  if (!limits.dryRun) {
    budget.check(quote.amount)
    payer.findWallet?.()
  }
  const standing = budget.standing()
  if (notCompared !== undefined) payer.note(notCompared)
  await payer.approve(quote, payee, standing)
  if (limits.dryRun) return unpaid(first, quote)

  const signer = await (opening ?? payer.openWallet())
  refuseOtherMoney(signer, standing)
  await checkBalance(signer, quote.amount, payer)
  await proveOnChain(journal.unproven(), payer)
  if (payer.isCancelled?.()) throw cancelled()
  const now = clock.now()
  checkClockRan(arrived, { now, uptime: uptime() })
  payees.pin(quote.origin, quote.payTo)
  const reservation = {
    id: payer.randomId(),
    key,
    now,
    session: payer.session,
    from: signer.address,
    ...defined({ isPlay: signer.isPlay }),
  }
  const reserved = budget.reserve(termsOf(request, quote, reservation))
  if ('begun' in reserved) return answerIn(await joinOrResume(reserved.begun, request, payer))
  payer.step?.('reserved')

  return answerIn(await signAndDeliver({ signer, quoted }, reserved.reserved, request, payer))
}

/**
 * Refuses a wallet of other money than was approved. The user may change the paying wallet during
 * the prompt, and a running proxy keeps the wallet that it opened first.
 */
function refuseOtherMoney(signer: PayingSigner, approved: Standing): void {
  const [isPlay, isPlayApproved] = [signer.isPlay === true, approved.isPlay === true]
  if (isPlay === isPlayApproved) return
  const moneyOf = (ofPlay: boolean) => (ofPlay ? 'play money' : 'real money')
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The paying wallet was changed after this process opened its wallet or the price was approved.',
    {
      facts: [`Approved: ${moneyOf(isPlayApproved)}`, `Opened wallet: ${moneyOf(isPlay)}`],
      remedy: 'Nothing was signed. Run the command again; start fiq proxy or fiq mcp again.',
    },
  )
}

/**
 * Signs, stores the signed bytes and sends them. If the wallet does not sign, its error is passed
 * on unchanged. From the signature on, every error is about the purchase.
 */
async function signAndDeliver(
  { signer, quoted }: { signer: PayingSigner; quoted: Quoted },
  reserved: Purchase,
  request: PaidRequest,
  payer: Payer,
): Promise<Delivery> {
  const { journal } = payer
  let signed: string
  try {
    signed = await signPayment(signer, reserved, quoted)
  } catch (error) {
    release(reserved.id, journal)
    throw error
  }
  return afterSigning(reserved, async () => {
    payer.step?.('signature made')
    try {
      journal.signed(reserved.id, signed)
    } catch (cause) {
      const unsent = release(reserved.id, journal) ? 'void' : unsentAfter(cause, reserved, journal)
      return { error: neverSent(cause, reserved, unsent) }
    }
    payer.step?.('signature journaled')
    return deliver({ ...reserved, state: 'signed', signed }, request, payer)
  })
}

/**
 * The error if the signature was not stored: it was not sent, and is lost with this process. After
 * an I/O error the journal may contain it, unless the purchase was released since.
 *
 * @param unsent - The state of the purchase if it is proven that nothing was sent.
 */
function neverSent(cause: unknown, purchase: Purchase, unsent: Unsent | undefined): PaymentError {
  const code = cause instanceof FiqError ? cause.code : 'JOURNAL_UNAVAILABLE'
  const message = cause instanceof Error ? cause.message : String(cause)
  const facts = cause instanceof FiqError ? cause.facts : []
  if (unsent)
    return new PaymentError(code, message, purchase, unsent, {
      facts: [...facts, 'The signed payment was never sent.'],
      funds: 'untouched',
      cause,
    })
  return new PaymentError('PAYMENT_OUTCOME_UNKNOWN', message, purchase, 'signed', {
    facts: [...facts, 'The signed payment was not sent; the journal may contain it.'],
    cause,
  })
}

/**
 * Whether the wallet may be opened while the quote is checked. Deriving its key takes longest, so
 * it starts early if no prompt is needed and limits, payee and budget accept the server's terms.
 * Refusals are reported later, in their order.
 */
function mayOpenEarly({ requirements }: Quoted, { url }: PaidRequest, payer: Payer): boolean {
  const { payees, budget, limits, approve } = payer
  const { amount, payTo } = requirements
  if (limits.dryRun || !approve.isAutomatic) return false
  try {
    checkLimits(amount, limits)
    budget.check(amount)
    const payee = payees.check(url.origin, payTo)
    return (
      approve.isAutomatic({ amount, origin: url.origin }, payee) &&
      payer.findWallet?.().opensWithoutPrompt === true
    )
  } catch {
    return false
  }
}

function cancelled(): FiqError {
  return new FiqError('CANCELLED', 'The caller cancelled the request.', {
    remedy: 'Nothing was signed. Send the request again.',
  })
}

/** The state of a purchase that could not be released. The next payment releases it. */
function unsentAfter(
  cause: unknown,
  { id }: Purchase,
  journal: Payer['journal'],
): Unsent | undefined {
  try {
    return isNotCommitted(cause) ? journal.unsent(id) : undefined
  } catch {
    return undefined
  }
}

/** Gives up the reservation, because nothing was sent. @returns Whether the journal stored that. */
function release(id: string, journal: Payer['journal']): boolean {
  try {
    journal.release(id)
    return true
  } catch {
    // The journal cannot be written, so the purchase stays counted until the next run finds that it
    // was not sent.
    return false
  }
}

function unpaid(answer: HttpAnswer, quoted?: CheckedQuote): PaidAnswer {
  return {
    ...answer,
    paid: 0n,
    resumed: false,
    notes: [],
    delivered() {},
    ...defined({ quoted }),
  }
}
