import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Store } from '../storage/open-store.ts'
import type { PaymentState } from '../storage/payments/payment-record.ts'
import { type PaymentView, searchPayments } from '../storage/payments/payment-search.ts'
import type { Printed } from './printing/operator-ports.ts'

/** Where the money is in each state, and the next step. */
const meaning: Readonly<Record<PaymentState, string>> = {
  claimed: 'Nothing has been sent to the chain. It settles when the payer asks again, or expires.',
  broadcast:
    'A transaction may be on its way. The server queries the chain until the outcome is known.',
  settled: 'The payer has paid and has no answer yet. It becomes owed if no server works on it.',
  answered: 'Paid and answered. The same payment gets the same answer again.',
  failed: 'Nothing moved; this authorization is not tried again.',
  owed: 'The payer has paid and has no answer: it is given when the same payment is sent again, or credits for it at /api/v1/credits/claim.',
  reserved: 'To be answered before it settles; nothing has moved.',
  advanced: 'Answered before it settled; it is being collected.',
  unpaid: 'Answered in advance, and can no longer be collected.',
  reorganised:
    'Answered; a reorganisation of the chain removed its transfer. It is broadcast again while its authorization is valid.',
  uncollectible:
    'Answered; a reorganisation of the chain removed its transfer, and its authorization can settle no more.',
}

/** Payments that one transaction settles; the most that are shown. */
const foundMax = 10_000

/**
 * `fiq-server payments show <nonce|transaction>`: all facts of the record except the signature and
 * the answer. Several payments if they share a transaction.
 *
 * @throws FiqError `BAD_INPUT`, `NOT_FOUND`
 */
export async function showPayment(text: string, { database }: Store): Promise<Printed> {
  const found = await searchPayments(database, { found: readPaymentId(text), limit: foundMax })
  if (found.length === 0)
    throw new FiqError('NOT_FOUND', 'The record has no payment with this nonce or transaction.', {
      remedy: 'See that --data-dir or --database is the one of the server that was paid.',
    })
  const payments = found.map(shown)
  return { json: { payments }, text: payments.map(linesOf).join('\n\n') }
}

/**
 * A nonce or a transaction, in lower case.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function readPaymentId(text: string): Hex {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase() as Hex
  throw new FiqError('BAD_INPUT', 'A nonce or a transaction is 0x and 64 hex digits.', {
    remedy: 'fiq-server payments list names them.',
  })
}

function shown(payment: PaymentView) {
  const { payer, nonce, state, replaced, request } = payment
  return {
    ...{ payer, nonce, state, meaning: meaning[state], amount: formatUsdc(payment.amount) },
    payTo: payment.payTo,
    validAfter: timeOf(payment.validAfter),
    validBefore: timeOf(payment.validBefore),
    transaction: payment.transaction ?? null,
    logIndex: payment.logIndex ?? null,
    replaced,
    reason: payment.reason ?? null,
    request,
    identifier: payment.identifier ?? null,
    answer: payment.hasAnswer ? 'kept' : null,
    answerStatus: payment.answerStatus ?? null,
    createdAt: new Date(payment.createdAt).toISOString(),
    keptUntil: new Date(payment.keptUntil).toISOString(),
  }
}

function linesOf(payment: ReturnType<typeof shown>): string {
  return Object.entries(payment)
    .filter(([, value]) => value !== null && value !== undefined && String(value) !== '')
    .map(([name, value]) => `${name.padEnd(13)} ${[value].flat().join(', ')}`)
    .join('\n')
}

/** Unix seconds as a payer signs them: up to 2^256, so not always a date. */
function timeOf(seconds: bigint): string {
  return seconds < 10n ** 11n ? new Date(Number(seconds) * 1_000).toISOString() : String(seconds)
}
