import { formatUsdc } from '@fiq/shared/money/usdc'
import type { PaymentGift } from '../credits/credits-ledger.ts'
import type { PaymentView } from '../payments/payment-search.ts'
import type { ActionRow } from './operator-store.ts'

/** An event in the life of a payment. `at` in Unix milliseconds, if it was recorded. */
export type TimelineEntry = { at?: number; what: string }

/** Lists the events of a payment, in order. */
export function timelineOf(
  payment: PaymentView,
  known: { gifts: readonly PaymentGift[]; actions: readonly ActionRow[] },
): readonly TimelineEntry[] {
  const { transaction, state, reason, amount, createdAt: claimedAt } = payment
  const earlier = payment.replaced.filter((each) => each !== transaction)
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
    { at: claimedAt, what: `Claimed: ${formatUsdc(amount)} USDC for one request` },
    ...earlier.map((hash) => ({ what: `Sent as ${hash}, since replaced` })),
    ...(transaction ? [{ what: `Sent as ${transaction}` }] : []),
    ...later.sort((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    { what: `Now ${state}${reason === undefined ? '' : `: ${reason}`}` },
    ...(payment.hasAnswer ? [{ what: `An answer is stored, status ${payment.answerStatus}` }] : []),
  ]
}

const giftWords: Readonly<Record<string, string>> = {
  claim: 'Turned into credits',
  topup: 'Credits bought',
  refund: 'Refunded for failed fields',
}
