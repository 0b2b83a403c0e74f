import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Store } from '../storage/open-store.ts'
import type { PaymentState } from '../storage/payments/payment-record.ts'
import { type PaymentView, searchPayments } from '../storage/payments/payment-search.ts'
import type { Printed } from './printing/operator-ports.ts'

/** Where the money is in each state, and the next step. */
const meaning: Readonly<Record<PaymentState, string>> = {
  claimed:
    'Nothing has been sent to the chain. It settles when the payer sends the request again, or it expires.',
  broadcast:
    'A transaction may be on its way. The server queries the chain until the outcome is known.',
  settled: 'The payer has paid and has no answer yet. It becomes owed if no server works on it.',
  answered: 'Paid and answered. The same payment gets the same answer again.',
  failed: 'No money moved. The server does not try this authorization again.',
  owed: 'The payer has paid and has no answer. Sending the same payment again returns it; /api/v1/credits/claim grants credits instead.',
  reserved: 'Accepted for an answer before settlement. No money has moved.',
  advanced: 'Answered before settlement. The server is settling it.',
  unpaid: 'Answered before settlement. It can no longer settle.',
  reorganised:
    'Answered; a reorganisation of the chain removed its transfer. It is broadcast again while its authorization is valid.',
  uncollectible:
    'Answered; a reorganisation of the chain removed its transfer, and its authorization can no longer settle.',
}

/** Maximum payments shown of one transaction. */
const foundMax = 10_000

/**
 * `fiq-server payments show <nonce|transaction>`: all facts of the record except the signature and
 * the answer. Lists several payments if they share a transaction.
 *
 * @throws FiqError `BAD_INPUT`, `NOT_FOUND`
 */
export async function showPayment(text: string, { database }: Store): Promise<Printed> {
  const found = await searchPayments(database, { found: readPaymentId(text), limit: foundMax })
  if (found.length === 0)
    throw new FiqError('NOT_FOUND', 'The record has no payment with this nonce or transaction.', {
      remedy: 'Check that --data-dir or --database is the one of the server that was paid.',
    })
  const payments = found.map(shown)
  return { json: { payments }, text: payments.map(linesOf).join('\n\n') }
}

/**
 * Parses a nonce or a transaction, in lower case.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function readPaymentId(text: string): Hex {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase() as Hex
  throw new FiqError('BAD_INPUT', 'A nonce or a transaction is 0x and 64 hex digits.', {
    remedy: 'fiq-server payments list shows both.',
  })
}

function shown(payment: PaymentView) {
  const { payer, nonce, state, replaced, request } = payment
  return {
    payer,
    nonce,
    state,
    meaning: meaning[state],
    amount: formatUsdc(payment.amount),
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

/** Formats Unix seconds. A payer may sign up to 2^256, which is not always a date. */
function timeOf(seconds: bigint): string {
  return seconds < 10n ** 11n ? new Date(Number(seconds) * 1_000).toISOString() : String(seconds)
}
