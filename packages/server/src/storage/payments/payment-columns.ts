import { defined, ifPresent } from '@fiq/shared/defined'
import { answerBody } from '../database/answer-bytes.ts'
import { bytesOf, hexOf, integer } from '../database/column-values.ts'
import type { Row, Value } from '../database/database.ts'
import type { Claim, PaymentRow, PaymentState, StoredAnswer } from './payment-record.ts'

/** The columns of a newly claimed payment, in the order of `claimValues`. */
export const claimColumns = [
  'payer',
  'nonce',
  'request',
  'amount',
  'pay_to',
  'valid_after',
  'valid_before',
  'signature',
  'created_at',
  'kept_until',
  'identifier',
  'secret_hash',
  'exposed',
  'bought',
] as const

/** The columns of `paymentRow`, except the answer. */
export const rowColumns = `payer, nonce, state, request, amount, pay_to, valid_after, valid_before,
  signature, created_at, identifier, secret_hash, answered_at, transaction_hash, log_index, reason`

/**
 * The columns of `paymentRow` for an unproven request. Their one parameter is the `secretValue` of
 * the request.
 */
export const unprovenColumns = `${rowColumns}, answer_status, answer_receipt,
  case when secret_hash = ? then answer_body end as answer_body,
  case when answer_body is null then 0 else 1 end as has_answer`

/** The column value of a secret's hash. */
export function secretValue({ secretHash }: { secretHash?: string | undefined }): Value {
  return secretHash === undefined ? null : bytesOf(`0x${secretHash}`)
}

/**
 * The values of `claimColumns`. `keptUntil` in Unix milliseconds. `exposed`: the exposure that the
 * payment counts against until it settles, if it is answered first and it is not the payer's own.
 */
export function claimValues(
  { payer, nonce, request, signed, createdAt, identifier, secretHash, bought }: Claim,
  keptUntil: number,
  exposed: Value = null,
): readonly Value[] {
  const { value, to, validAfter, validBefore } = signed.authorization
  return [
    bytesOf(payer),
    bytesOf(nonce),
    request,
    value,
    bytesOf(to),
    validAfter.toString(),
    validBefore.toString(),
    bytesOf(signed.signature),
    BigInt(createdAt),
    BigInt(keptUntil),
    identifier ?? null,
    secretValue({ secretHash }),
    exposed,
    bought ?? null,
  ]
}

/** Converts the columns of a payment. */
export async function paymentRow(row: Row): Promise<PaymentRow> {
  const { transaction_hash, log_index, reason, identifier, secret_hash, answered_at } = row
  const answer = await storedAnswer(row)
  const payer = hexOf(row['payer'])
  const nonce = hexOf(row['nonce'])
  return {
    payer,
    nonce,
    state: row['state'] as PaymentState,
    request: row['request'] as string,
    signed: {
      authorization: {
        from: payer,
        to: hexOf(row['pay_to']),
        value: integer(row['amount']),
        validAfter: integer(row['valid_after']),
        validBefore: integer(row['valid_before']),
        nonce,
      },
      signature: hexOf(row['signature']),
    },
    createdAt: Number(row['created_at']),
    ...defined({
      transaction: ifPresent(transaction_hash, hexOf),
      logIndex: ifPresent(log_index, Number),
      reason: ifPresent(reason, String),
      identifier: ifPresent(identifier, String),
      secretHash: ifPresent(secret_hash, (hash) => hexOf(hash).slice(2)),
      answeredAt: ifPresent(answered_at, Number),
      answer,
      isWithheld: !answer && Number(row['has_answer'] ?? 0) === 1 ? (true as const) : undefined,
    }),
  }
}

async function storedAnswer(row: Row): Promise<StoredAnswer | undefined> {
  const { answer_status, answer_body, answer_receipt } = row
  if (!(answer_body instanceof Uint8Array)) return undefined
  return {
    status: Number(answer_status),
    body: await answerBody(answer_body),
    ...defined({ paymentResponse: ifPresent(answer_receipt, String) }),
  }
}
