import type { PaymentKey } from '../credits/payment-key.ts'
import { bytesOf } from '../database/column-values.ts'
import type { Statement, Value } from '../database/database.ts'
import type { PaymentState } from './payment-record.ts'

/**
 * One way to reach a state. `frees`: it no longer counts against its payer. `retains`: the hash that
 * is replaced stays in the record.
 */
export type Move = {
  from: readonly PaymentState[]
  to: PaymentState
  frees?: true
  retains?: true
}

/**
 * The moves to each state. A payment only moves forward: a late write, from another instance or
 * after a restart, never undoes a settlement or an answer. A payment that settles after its answer
 * is at its end.
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
    // The money moved while the answer was made, so that this is the answer it bought.
    { from: ['settled', 'owed'], to: 'answered' },
  ],
  owed: [{ from: ['settled', 'owed'], to: 'owed' }],
  answered: [{ from: ['settled', 'owed'], to: 'answered' }],
  // Settled and answered in one write.
  bought: [{ from: ['claimed', 'broadcast', 'failed', 'settled', 'owed'], to: 'answered' }],
} as const satisfies Partial<Record<PaymentState | 'bought', readonly Move[]>>

export type MoveTarget = keyof typeof moves

/** Order of the states. A move to a state that a payment has reached or passed changes nothing. */
export const rank: Readonly<Record<PaymentState, number>> = {
  claimed: 0,
  reserved: 0,
  broadcast: 1,
  // The answer is not sent, because the payment failed while it was made.
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
 * Every state but `failed`, `unpaid`, `owed`, `reorganised` and `uncollectible` is without a reason;
 * `broadcast` has one when a reorganisation removed its transfer.
 */
export function moveStatement(
  { payer, nonce }: PaymentKey,
  { from, to }: Move,
  change: Change,
): Statement {
  // That a reorganisation removed the transfer is known until it has settled, or cannot.
  const columns = to === 'broadcast' ? change : { reason: null, ...change }
  const names = Object.keys(columns)
  const states = from.map((each) => `'${each}'`).join(', ')
  return {
    sql: `update payments set state = '${to}', ${names.map((name) => `${name} = ?`).join(', ')}
      where payer = ? and nonce = ? and state in (${states})`,
    values: [...Object.values(columns), bytesOf(payer), bytesOf(nonce)],
  }
}

/** Keeps the hash that {@link moveStatement} is about to replace, written with it. */
export function retainHashStatement({ payer, nonce }: PaymentKey): Statement {
  return {
    sql: `insert into replaced_transactions (payer, nonce, transaction_hash)
      select payer, nonce, transaction_hash from payments
      where payer = ? and nonce = ? and transaction_hash is not null on conflict do nothing`,
    values: [bytesOf(payer), bytesOf(nonce)],
  }
}
