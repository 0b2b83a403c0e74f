import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import type { Hex } from '@fiq/shared/payment/wire'
import { checkLimits, checkQuote } from './check-quote.ts'
import { deliver } from './deliver.ts'
import { requestKey } from './identify.ts'
import type {
  CheckedQuote,
  HttpAnswer,
  PaidAnswer,
  PaidRequest,
  Payer,
  PayingSigner,
} from './ports.ts'
import { askChainAbout } from './prove.ts'
import { refuseRedirect } from './refuse-redirect.ts'
import { joinOrResume } from './resume.ts'
import { signPayment, termsOf } from './sign-payment.ts'

/**
 * Sends a request and, if the server asks for payment, pays once and sends it again.
 *
 * The order is the safety argument: check, approve, reserve, sign, journal, send. Only bytes that
 * the journal holds are ever sent, so whatever happens afterwards the same bytes are sent again
 * and nothing new is signed.
 *
 * @param asked - The answer to the unpaid request, where it has been sent already.
 * @throws FiqError `SERVER_UNREACHABLE`, `QUOTE_*`, `PAYEE_CHANGED`, `OVER_LIMIT`, `OVER_BUDGET`,
 * `APPROVAL_NEEDED`, `DECLINED`, `NO_WALLET`, `WALLET_LOCKED`, `BUDGET_BUSY`,
 * `JOURNAL_UNAVAILABLE`: nothing was sent that could move money.
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
  if (open) return joinOrResume(open, request, payer)

  const quoted = readPaymentRequired(first.headers['payment-required'])
  const opening = opensBeside(quoted, request, payer) ? payer.openWallet() : undefined
  // Reported where it is awaited, after what is said first.
  opening?.catch(() => {})
  // The derivation begins on its thread before this one is busy with the price.
  if (opening) await clock.sleep(0)
  const quote = checkQuote(quoted, request, await request.expected(), limits)
  const payee = payees.check(quote.origin, quote.payTo)
  if (!limits.dryRun) {
    budget.check(quote.amount)
    payer.findWallet?.()
  }
  await payer.approve(quote, payee, budget.standing())
  if (limits.dryRun) return unpaid(first, quote)

  const signer = await (opening ?? payer.openWallet())
  await askChainAbout(journal.unproven(), payer)
  payees.pin(quote.origin, quote.payTo)
  const now = clock.now()
  const given = { id: payer.randomId(), key, now, session: payer.session, ...payingWith(signer) }
  const taken = budget.reserve(termsOf(request, quote, given))
  if ('begun' in taken) return joinOrResume(taken.begun, request, payer)
  payer.step?.('reserved')

  const header = await releaseOnError(taken.reserved.id, journal, async () => {
    const signed = await signPayment(signer, taken.reserved, quoted)
    payer.step?.('signature made')
    journal.signed(taken.reserved.id, signed)
    return signed
  })
  payer.step?.('signature journaled')
  return deliver({ ...taken.reserved, state: 'signed', signed: header }, request, payer)
}

/**
 * May the wallet be opened beside the check of the quote? Deriving its key takes longer than all
 * the rest, so it begins where nobody is to be asked and limits, payee and budget hold for what the
 * server says. Whatever does not hold is said below, in its order.
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
      payer.findWallet?.().opensUnasked === true
    )
  } catch {
    return false
  }
}

function payingWith({ address, isPlay }: PayingSigner): { from: Hex; isPlay?: true } {
  return { from: address, ...(isPlay ? { isPlay } : {}) }
}

/** Nothing has been sent yet: a reservation that fails here is released. */
async function releaseOnError<result>(
  id: string,
  journal: Payer['journal'],
  body: () => Promise<result>,
): Promise<result> {
  try {
    return await body()
  } catch (error) {
    try {
      journal.release(id)
    } catch {
      // A journal that cannot be written keeps it counted, until the next run sees it was not sent.
    }
    throw error
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
