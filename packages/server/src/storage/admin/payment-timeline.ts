import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from '../credits/payment-key.ts'
import type { Database } from '../database/database.ts'
import type { PaymentRow } from '../payments/payment-record.ts'
import type { ActionRow } from './operator-store.ts'

/** One thing that happened to a payment. `at` in Unix milliseconds, where the record knows it. */
export type TimelineEntry = { at?: number; what: string }

/** Credits that were given for a payment. */
export type PaymentGift = { kind: string; credits: number; createdAt: number }

const giftsSql = `select kind, credits, created_at from credit_ledger
  where reference in (?, ?) order by created_at`

/** Credits given for a payment: claimed, topped up, or for what failed of its answer. */
export async function giftsFor(
  database: Pick<Database, 'read'>,
  { payer, nonce }: PaymentKey,
): Promise<readonly PaymentGift[]> {
  const rows = await database.read(giftsSql, `${payer}:${nonce}`, `${payer}:${nonce}:failed`)
  return rows.map(({ kind, credits, created_at }) => ({
    kind: String(kind),
    credits: Number(credits),
    createdAt: Number(created_at),
  }))
}

/** What the record knows of a payment, in the order in which it happened. */
export function timelineOf(
  row: PaymentRow,
  known: {
    replaced: readonly Hex[]
    gifts: readonly PaymentGift[]
    actions: readonly ActionRow[]
  },
): readonly TimelineEntry[] {
  const { transaction, state, reason, answer } = row
  const current = known.replaced.filter((each) => each !== transaction)
  const later: TimelineEntry[] = [
    ...known.gifts.map(({ kind, credits, createdAt }) => ({
      at: createdAt,
      what: `${giftWords[kind] ?? kind}: ${credits} credits`,
    })),
    ...known.actions.map(({ operator, action, outcome, createdAt }) => ({
      at: createdAt,
      what: `${operator}: ${action}, ${outcome ?? 'not ended'}`,
    })),
  ]
  return [
    {
      at: row.createdAt,
      what: `Claimed: ${formatUsdc(row.signed.authorization.value)} USDC for one request`,
    },
    ...current.map((hash) => ({ what: `Sent as ${hash}, replaced since` })),
    ...(transaction ? [{ what: `Sent as ${transaction}` }] : []),
    ...later.sort((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    { what: `Now ${state}${reason === undefined ? '' : `: ${reason}`}` },
    ...(answer ? [{ what: `An answer is kept, status ${answer.status}` }] : []),
  ]
}

const giftWords: Readonly<Record<string, string>> = {
  claim: 'Turned into credits',
  topup: 'Credits bought',
  refund: 'Given back for what failed',
}
