import type { PaymentKey } from '../credits/payment-key.ts'
import { bytesOf } from '../database/column-values.ts'
import type { Statement, Value } from '../database/database.ts'
import type { PaymentState } from './payment-record.ts'

/**
 * One transition to a state. `frees`: the payment stops counting against its payer. `retains`: the
 * replaced hash stays in the record.
 */
export type Move = {
  from: readonly PaymentState[]
  to: PaymentState
  frees?: true
  retains?: true
}

/**
 * The transitions to each state. A payment only moves forward: a late write, from another instance
 * or after a restart, never undoes a settlement or an answer. A payment that settles after its
 * answer is in its last state.
 */
export const moves = {
  broadcast: [
    { from: ['claimed'], to: 'broadcast' },
    { from: ['broadcast'], to: 'broadcast', retains: true },
    { from: ['advanced'], to: 'advanced', retains: true },
    { from: ['reorganised'], to: 'reorganised', retains: true },
    { from: ['reserved'], to: 'broadcast', frees: true },
  ],
  settled: [
    { from: ['claimed', 'broadcast', 'failed', 'settled'], to: 'settled' },
    { from: ['reorganised', 'uncollectible'], to: 'answered' },
    { from: ['advanced', 'unpaid'], to: 'answered', frees: true },
    { from: ['reserved'], to: 'settled', frees: true },
  ],
  failed: [
    { from: ['claimed', 'broadcast', 'failed'], to: 'failed' },
    { from: ['advanced'], to: 'unpaid' },
    { from: ['reorganised'], to: 'uncollectible' },
    { from: ['reserved'], to: 'failed', frees: true },
  ],
  advanced: [
    { from: ['reserved'], to: 'advanced' },
    // The money moved during execution, so the payment bought this answer.
    { from: ['settled', 'owed'], to: 'answered' },
  ],
  owed: [{ from: ['settled', 'owed'], to: 'owed' }],
  answered: [{ from: ['settled', 'owed'], to: 'answered' }],
  // Settled and answered in one write.
  bought: [
    { from: ['claimed', 'broadcast', 'failed', 'settled', 'owed'], to: 'answered' },
    { from: ['reserved'], to: 'answered', frees: true },
  ],
} as const satisfies Partial<Record<PaymentState | 'bought', readonly Move[]>>

export type MoveTarget = keyof typeof moves

/**
 * Order of the states. A transition to a state that a payment has reached or passed changes
 * nothing.
 */
export const rank: Readonly<Record<PaymentState, number>> = {
  claimed: 0,
  reserved: 0,
  broadcast: 1,
  // Below `advanced`: the answer of a payment that failed during its execution is not sent.
  failed: 1,
  advanced: 2,
  unpaid: 4,
  settled: 5,
  owed: 6,
  answered: 7,
  reorganised: 8,
  uncollectible: 9,
}

/** Columns that change with the state. */
export type Change = Readonly<Record<string, Value>>

/**
 * Sets the state and its columns. Only `failed`, `unpaid`, `owed`, `reorganised` and
 * `uncollectible` have a reason, and `broadcast` after a reorganisation removed its transfer.
 */
export function moveStatement(
  { payer, nonce }: PaymentKey,
  { from, to }: Move,
  change: Change,
): Statement {
  // Keep the reason of a reorganisation until the payment has settled, or never can.
  const columns = to === 'broadcast' ? change : { reason: null, ...change }
  const names = Object.keys(columns)
  const states = from.map((each) => `'${each}'`).join(', ')
  return {
    sql: `update payments set state = '${to}', ${names.map((name) => `${name} = ?`).join(', ')}
      where payer = ? and nonce = ? and state in (${states})`,
    values: [...Object.values(columns), bytesOf(payer), bytesOf(nonce)],
  }
}

/** Keeps the hash that {@link moveStatement} replaces in the same transaction. */
export function retainHashStatement({ payer, nonce }: PaymentKey): Statement {
  return {
    sql: `insert into replaced_transactions (payer, nonce, transaction_hash)
      select payer, nonce, transaction_hash from payments
      where payer = ? and nonce = ? and transaction_hash is not null on conflict do nothing`,
    values: [bytesOf(payer), bytesOf(nonce)],
  }
}
