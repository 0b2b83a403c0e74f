import { defined, ifPresent } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from '../credits/payment-key.ts'
import { bytesOf, hexOf, integer } from '../database/column-values.ts'
import type { Database, Row, Value } from '../database/database.ts'
import { type PaymentState, paymentStates } from './payment-record.ts'

/**
 * A payment for operators, without its signature and its answer. `amount` in atomic units,
 * `createdAt` and `keptUntil` in Unix milliseconds, `validAfter` and `validBefore` in Unix seconds
 * as the payer signed them: up to 2^256.
 */
export type PaymentView = PaymentKey & {
  state: PaymentState
  amount: bigint
  payTo: Hex
  validAfter: bigint
  validBefore: bigint
  request: string
  /** Description of the goods, for users. Absent from payments of earlier versions. */
  bought?: string
  identifier?: string
  transaction?: Hex
  logIndex?: number
  /** Earlier transactions, which later ones replaced. */
  replaced: readonly Hex[]
  reason?: string
  hasAnswer: boolean
  answerStatus?: number
  createdAt: number
  /** Unix milliseconds; absent before the answer, and from payments of earlier versions. */
  answeredAt?: number
  keptUntil: number
}

/** The conditions of a search, all of which must be true. */
export type PaymentSearch = {
  key?: PaymentKey
  state?: PaymentState
  /** Payer address, nonce or transaction (replaced ones included). `0x…` in lower case. */
  found?: Hex
  /** The last payment of the previous page. */
  after?: Pick<PaymentView, 'createdAt' | 'payer' | 'nonce'>
  limit: number
}

/**
 * Payments, newest first, found over an index of the table: the read model of the command line and
 * the operator pages.
 */
export async function searchPayments(
  database: Pick<Database, 'scan'>,
  search: PaymentSearch,
): Promise<readonly PaymentView[]> {
  const { page, values } = pageOf(search)
  const [rows, replaced] = await Promise.all([
    database.scan(`select ${columns} ${page}`, ...values),
    database.scan(`${replacedSql} (select payer, nonce ${page})`, ...values),
  ])
  const replacedBy = Map.groupBy(replaced, keyText)
  return rows.map((row) => viewOf(row, replacedBy.get(keyText(row)) ?? []))
}

/** The part of a statement from its table on, for one page of payments. */
function pageOf({ key, state, found, after, limit }: PaymentSearch) {
  let table = 'payments'
  const values: Value[] = []
  const conditions: string[] = []
  const where = (condition: string, ...of: Value[]) => {
    conditions.push(condition)
    values.push(...of)
  }
  if (found !== undefined && found.length !== addressCharacters) {
    table = `(${namedSql}) as named join payments using (payer, nonce)`
    values.push(bytesOf(found), bytesOf(found), bytesOf(found))
  }
  if (key) where('payer = ? and nonce = ?', bytesOf(key.payer), bytesOf(key.nonce))
  if (state !== undefined) where(ofState(state), state)
  if (found?.length === addressCharacters) where('payer = ?', bytesOf(found))
  if (after) {
    where('created_at <= ?', after.createdAt)
    const last = [after.createdAt, bytesOf(after.payer), bytesOf(after.nonce)]
    where('(created_at < ? or (payer, nonce) < (?, ?))', ...last)
  }
  const all = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const page = `from ${table} ${all} order by created_at desc, payer desc, nonce desc limit ?`
  return { page, values: [...values, limit] }
}

/**
 * Parses the text of a search.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function readSearch(text: string): Hex | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return undefined
  if (/^0x([0-9a-f]{40}|[0-9a-f]{64})$/.test(typed)) return typed as Hex
  throw new FiqError('BAD_INPUT', 'This is not a payer, nonce or transaction.', {
    remedy: 'Enter all digits: 0x and 40 hex digits for a payer, 64 for a nonce or transaction.',
  })
}

/** @throws FiqError `BAD_INPUT` */
export function readState(text: string): PaymentState | undefined {
  if (text === '') return undefined
  const state = paymentStates.find((each) => each === text)
  if (state) return state
  throw new FiqError('BAD_INPUT', `Unknown state. States: ${paymentStates.join(', ')}.`)
}

const addressCharacters = 42
const columns = `payer, nonce, state, amount, pay_to, valid_after, valid_before, request, identifier,
  transaction_hash, log_index, reason, answer_status, created_at, kept_until, bought, answered_at,
  case when answer_body is null then 0 else 1 end as has_answer`
const replacedSql = `select payer, nonce, transaction_hash from replaced_transactions
  where (payer, nonce) in`
const namedSql = `select payer, nonce from payments where nonce = ?
  union select payer, nonce from payments where transaction_hash = ?
  union select payer, nonce from replaced_transactions where transaction_hash = ?`

/**
 * SQL condition for a state. The index `payments_open` holds all states except `answered`. It is
 * used only if the condition excludes `answered`.
 */
function ofState(state: PaymentState): string {
  return state === 'answered' ? 'state = ?' : "state = ? and state <> 'answered'"
}

function keyText({ payer, nonce }: Row): string {
  return `${hexOf(payer)}:${hexOf(nonce)}`
}

function viewOf(row: Row, replaced: readonly Row[]): PaymentView {
  const { identifier, transaction_hash, log_index, reason, answer_status, bought } = row
  return {
    payer: hexOf(row['payer']),
    nonce: hexOf(row['nonce']),
    state: row['state'] as PaymentState,
    amount: integer(row['amount']),
    payTo: hexOf(row['pay_to']),
    validAfter: integer(row['valid_after']),
    validBefore: integer(row['valid_before']),
    request: String(row['request']),
    ...defined({
      bought: ifPresent(bought, String),
      identifier: ifPresent(identifier, String),
      transaction: ifPresent(transaction_hash, hexOf),
      logIndex: ifPresent(log_index, Number),
    }),
    replaced: replaced.map((each) => hexOf(each['transaction_hash'])),
    ...defined({ reason: ifPresent(reason, String) }),
    hasAnswer: Number(row['has_answer']) === 1,
    ...defined({ answerStatus: ifPresent(answer_status, Number) }),
    createdAt: Number(row['created_at']),
    ...defined({ answeredAt: ifPresent(row['answered_at'], Number) }),
    keptUntil: Number(row['kept_until']),
  }
}
