import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from '../credits/payment-key.ts'
import { bytesOf, hexOf, integer } from '../database/column-values.ts'
import type { Database, Row, Value } from '../database/database.ts'
import { type PaymentState, paymentStates } from './payment-record.ts'

/** A payment in a list. `amount` in atomic units, `createdAt` in Unix milliseconds. */
export type ListedPayment = PaymentKey & {
  state: PaymentState
  amount: bigint
  transaction?: Hex
  reason?: string
  createdAt: number
}

export type PaymentSearch = {
  state?: PaymentState
  /** Address of a payer; or a nonce, or a transaction, replaced ones too. `0x…` in lower case. */
  found?: Hex
  /** The last payment of the page before. */
  after?: Pick<ListedPayment, 'createdAt' | 'payer' | 'nonce'>
  limit: number
}

/** Payments, newest first, found over an index of the table. */
export async function searchPayments(
  database: Database,
  { state, found, after, limit }: PaymentSearch,
): Promise<readonly ListedPayment[]> {
  const values: Value[] = []
  const conditions = [...(state === undefined ? [] : [ofState(state)])]
  if (state !== undefined) values.push(state)
  if (found?.length === addressCharacters) {
    conditions.push('payer = ?')
    values.push(bytesOf(found))
  } else if (found !== undefined) {
    conditions.push(`(payer, nonce) in (${namedSql})`)
    values.push(bytesOf(found), bytesOf(found), bytesOf(found))
  }
  if (after) {
    conditions.push('created_at <= ?', '(created_at < ? or (payer, nonce) < (?, ?))')
    values.push(after.createdAt, after.createdAt, bytesOf(after.payer), bytesOf(after.nonce))
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const sql = `select ${columns} from payments ${where}
    order by created_at desc, payer desc, nonce desc limit ?`
  return (await database.scan(sql, ...values, limit)).map(listed)
}

/** Earlier transactions of a payment, which later ones replaced. */
export async function replacedTransactions(
  database: Database,
  { payer, nonce }: PaymentKey,
): Promise<readonly Hex[]> {
  const sql = `select transaction_hash from replaced_transactions
    where payer = ? and nonce = ? limit ${replacedMax}`
  const rows = await database.read(sql, bytesOf(payer), bytesOf(nonce))
  return rows.map((row) => hexOf(row['transaction_hash']))
}

/**
 * What a person typed into the search.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function readSearch(text: string): Hex | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return undefined
  if (/^0x([0-9a-f]{40}|[0-9a-f]{64})$/.test(typed)) return typed as Hex
  throw new FiqError('BAD_INPUT', 'This is no payer, nonce or transaction.', {
    remedy: 'Enter a whole one: 0x and 40 hex digits for a payer, 64 for a nonce or transaction.',
  })
}

/** @throws FiqError `BAD_INPUT` */
export function readState(text: string): PaymentState | undefined {
  if (text === '') return undefined
  const state = paymentStates.find((each) => each === text)
  if (state) return state
  throw new FiqError('BAD_INPUT', `There is no such state. States: ${paymentStates.join(', ')}.`)
}

const addressCharacters = 42
const replacedMax = 100
const columns = 'payer, nonce, state, amount, transaction_hash, reason, created_at'
const namedSql = `select payer, nonce from payments where nonce = ?
  union select payer, nonce from payments where transaction_hash = ?
  union select payer, nonce from replaced_transactions where transaction_hash = ?`

/** Every state but the last has an index, which is used where it is said that it is not the last. */
function ofState(state: PaymentState): string {
  return state === 'answered' ? 'state = ?' : "state = ? and state <> 'answered'"
}

function listed(row: Row): ListedPayment {
  const { payer, nonce, state, amount, transaction_hash, reason, created_at } = row
  return {
    payer: hexOf(payer),
    nonce: hexOf(nonce),
    state: state as PaymentState,
    amount: integer(amount),
    ...(transaction_hash === null ? {} : { transaction: hexOf(transaction_hash) }),
    ...(typeof reason === 'string' ? { reason } : {}),
    createdAt: Number(created_at),
  }
}
