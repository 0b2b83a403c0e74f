import { FiqError } from '@fiq/shared/errors'
import { checkQuote } from '@fiq/shared/payment/check-quote'
import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import { checkBalance } from './check-balance.ts'
import { afterSigning, answerIn, type Delivery } from './delivery/after-signing.ts'
import { deliver } from './delivery/deliver.ts'
import { PaymentError } from './delivery/payment-error.ts'
import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { proveOnChain } from './delivery/prove.ts'
import { refuseRedirect } from './delivery/refuse-redirect.ts'
import { joinOrResume } from './delivery/resume.ts'
import type { HttpAnswer, Purchase } from './journal/purchase.ts'
import { checkLimits } from './quote/check-limits.ts'
import type { CheckedQuote, PaidRequest } from './quote/paid-request.ts'
import { signPayment, termsOf } from './sign-payment.ts'

/**
 * Sends a request and, if the server requires payment, pays once and sends it again.
 *
 * Its safety rests on the order: check, approve, reserve, sign, journal, send. Only bytes in the
 * journal are ever sent, so after any failure the same bytes are sent again and nothing new is
 * signed.
 *
 * @param asked - the answer to the unpaid request, if it was sent already.
 * @throws FiqError `SERVER_UNREACHABLE`, `QUOTE_*`, `PAYEE_CHANGED`, `OVER_LIMIT`, `OVER_BUDGET`,
 * `APPROVAL_NEEDED`, `DECLINED`, `NO_WALLET`, `WALLET_LOCKED`, `BUDGET_BUSY`,
 * `JOURNAL_UNAVAILABLE`, `CANCELLED`: nothing was sent that could move money.
 * @throws PaymentError `PAYMENT_REJECTED`, `INSUFFICIENT_FUNDS`, `ANSWER_OWED`,
 * `PAYMENT_OUTCOME_UNKNOWN`: a signed payment was sent.
 */
export async function payAndRetry(
  request: PaidRequest,
  payer: Payer,
  asked?: HttpAnswer,
): Promise<PaidAnswer> {
  const first = asked ?? (await payer.send(request, {}))
  refuseRedirect(first, request.url)
  if (first.status !== 402) return unpaid(first)

  const { journal, payees, budget, clock, limits } = payer
  const key = requestKey(request.url, request.body)
  const open = limits.dryRun ? undefined : journal.find(key)
  if (open) return answerIn(await joinOrResume(open, request, payer))

  const quoted = readPaymentRequired(first.headers['payment-required'])
  const opening = opensBeside(quoted, request, payer) ? payer.openWallet() : undefined
  // Its error is reported at the `await`, after earlier refusals.
  opening?.catch(() => {})
  // The derivation begins on its thread before this one is busy with the price.
  if (opening) await clock.sleep(0)
  const checked = checkQuote(quoted, request.url, await request.expected())
  checkLimits(checked.amount, limits)
  const quote = { ...checked, body: request.body, ...labelOf(request) }
  const payee = payees.check(quote.origin, quote.payTo)
  if (!limits.dryRun) {
    budget.check(quote.amount)
    payer.findWallet?.()
  }
  await payer.approve(quote, payee, budget.standing())
  if (limits.dryRun) return unpaid(first, quote)

  const signer = await (opening ?? payer.openWallet())
  await checkBalance(signer, quote.amount, payer)
  await proveOnChain(journal.unproven(), payer)
  if (payer.isCancelled?.()) throw cancelled()
  payees.pin(quote.origin, quote.payTo)
  const now = clock.now()
  const given = { id: payer.randomId(), key, now, session: payer.session, ...payingWith(signer) }
  const taken = budget.reserve(termsOf(request, quote, given))
  if ('begun' in taken) return answerIn(await joinOrResume(taken.begun, request, payer))
  payer.step?.('reserved')

  return answerIn(await signAndDeliver({ signer, quoted }, taken.reserved, request, payer))
}

/**
 * Signs, writes the signed bytes down and sends them. A wallet that does not sign has signed nothing:
 * its error leaves as it is. From the signature on, every error is about the purchase.
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
    isReleased(reserved.id, journal)
    throw error
  }
  return afterSigning(reserved, async () => {
    payer.step?.('signature made')
    try {
      journal.signed(reserved.id, signed)
    } catch (cause) {
      return { error: neverSent(cause, reserved, isReleased(reserved.id, journal)) }
    }
    payer.step?.('signature journaled')
    return deliver({ ...reserved, state: 'signed', signed }, request, payer)
  })
}

/**
 * The signature was not written down, so it was not sent and is gone with this process. If the
 * journal cannot even release the purchase, it may hold the signature after all.
 */
function neverSent(cause: unknown, purchase: Purchase, released: boolean): PaymentError {
  const code = cause instanceof FiqError ? cause.code : 'JOURNAL_UNAVAILABLE'
  const message = cause instanceof Error ? cause.message : String(cause)
  const facts = cause instanceof FiqError ? cause.facts : []
  if (released)
    return new PaymentError(code, message, purchase, 'void', {
      facts: [...facts, 'The signed payment was never sent.'],
      funds: 'untouched',
      cause,
    })
  return new PaymentError('PAYMENT_OUTCOME_UNKNOWN', message, purchase, 'signed', {
    facts: [...facts, 'The signed payment was not sent; the journal may hold it.'],
    cause,
  })
}

/**
 * May the wallet be opened while the quote is checked? Deriving its key takes longer than
 * everything else, so it starts early if no prompt is needed and limits, payee and budget accept
 * the server's terms. Refusals are reported below, in their order.
 */
function opensBeside({ requirements }: Quoted, { url }: PaidRequest, payer: Payer): boolean {
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

function labelOf({ label }: PaidRequest): { label?: string } {
  return label === undefined ? {} : { label }
}

function payingWith({ address, isPlay }: PayingSigner): { from: Hex; isPlay?: true } {
  return { from: address, ...(isPlay ? { isPlay } : {}) }
}

/** Nothing has been sent yet: gives the reservation up. */
function isReleased(id: string, journal: Payer['journal']): boolean {
  try {
    journal.release(id)
    return true
  } catch {
    // A journal that cannot be written keeps it counted, until the next run sees it was not sent.
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
    ...(quoted ? { quoted } : {}),
  }
}
