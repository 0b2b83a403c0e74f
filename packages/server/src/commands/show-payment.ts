import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Row, Value } from '../storage/database/database.ts'
import type { Store } from '../storage/open-store.ts'
import type { PaymentState } from '../storage/payments/payment-record.ts'
import type { Printed } from './printing/operator-ports.ts'

/** Where the money is in each state, and what becomes of it. */
const meaning: Readonly<Record<PaymentState, string>> = {
  claimed: 'Nothing has been sent to the chain. It settles when the payer asks again, or expires.',
  broadcast: 'A transaction may be on its way. The chain is asked until it is known.',
  settled:
    'The payer has paid and has no answer yet. It becomes owed when nobody is working on it.',
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

const columns = `payer, nonce, state, request, amount, pay_to, valid_after, valid_before,
  transaction_hash, log_index, reason, answer_status, identifier, created_at, kept_until,
  case when answer_body is null then 0 else 1 end as has_answer`
const byNonce = `select ${columns} from payments where nonce = ? or transaction_hash = ?`
const byReplaced = `select ${columns} from payments where (payer, nonce) in
  (select payer, nonce from replaced_transactions where transaction_hash = ?)`
const replacedOf =
  'select transaction_hash from replaced_transactions where payer = ? and nonce = ?'

/**
 * `fiq-server payments show <nonce|transaction>`: all that the record knows, but for the signature
 * and the answer. Several payments when they share a transaction.
 *
 * @throws FiqError `BAD_INPUT`, `NOT_FOUND`
 */
export async function showPayment(text: string, { database }: Store): Promise<Printed> {
  const bytes = new Uint8Array(Buffer.from(readPaymentId(text).slice(2), 'hex'))
  const direct = await database.scan(byNonce, bytes, bytes)
  const found = direct.length > 0 ? direct : await database.scan(byReplaced, bytes)
  if (found.length === 0)
    throw new FiqError('NOT_FOUND', 'The record has no payment with this nonce or transaction.', {
      remedy: 'See that --data-dir or --database is the one of the server that was paid.',
    })
  const payments = []
  for (const row of found) {
    const replaced = await database.scan(replacedOf, row['payer']!, row['nonce']!)
    payments.push(shown(row, replaced))
  }
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

function shown(row: Row, replaced: readonly Row[]) {
  const state = String(row['state']) as PaymentState
  return {
    payer: hexOf(row['payer']),
    nonce: hexOf(row['nonce']),
    state,
    meaning: meaning[state],
    amount: formatUsdc(BigInt(String(row['amount']))),
    payTo: hexOf(row['pay_to']),
    validAfter: timeOf(row['valid_after']),
    validBefore: timeOf(row['valid_before']),
    transaction: hexOf(row['transaction_hash']),
    logIndex: row['log_index'] === null ? null : Number(row['log_index']),
    replaced: replaced.map((each) => hexOf(each['transaction_hash'])),
    reason: row['reason'] ?? null,
    request: String(row['request']),
    identifier: row['identifier'] ?? null,
    answer: Number(row['has_answer']) === 1 ? 'kept' : null,
    answerStatus: row['answer_status'] === null ? null : Number(row['answer_status']),
    createdAt: new Date(Number(row['created_at'])).toISOString(),
    keptUntil: new Date(Number(row['kept_until'])).toISOString(),
  }
}

function linesOf(payment: ReturnType<typeof shown>): string {
  return Object.entries(payment)
    .filter(([, value]) => value !== null && value !== undefined && String(value) !== '')
    .map(([name, value]) => `${name.padEnd(13)} ${[value].flat().join(', ')}`)
    .join('\n')
}

/** Unix seconds as a payer signs them: up to 2^256, so not always a date. */
function timeOf(value: Value | undefined): string {
  const seconds = BigInt(String(value))
  return seconds < 10n ** 11n ? new Date(Number(seconds) * 1_000).toISOString() : String(seconds)
}

function hexOf(value: Value | undefined): string | null {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`
  return null
}
