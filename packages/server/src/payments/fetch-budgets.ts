import type { Payment } from '@fiq/shared/payment/payment-signature'
import { LRUCache } from 'lru-cache'
import { type Credits, creditsIn } from '../credits/credits.ts'
import type { FetchOwner } from '../rate-limit/request-gate.ts'
import { expiringEntries } from '../scheduling/entries-max.ts'
import { keySignedOnce } from '../settlement/signature/remember-key-signed.ts'
import type { FetchBudget } from '../sources/budgeted-context.ts'

/** The caller that causes unpaid requests to upstreams. */
export type Requester = {
  /** Address of the client. Without it nothing is counted. */
  address?: string | undefined
  /** Organisation of a valid key in the request. */
  organisation?: { id: string } | undefined
  payment?: Payment | undefined
}

/** Budgets of unpaid requests to upstreams, by requester. */
export type FetchBudgets = {
  of(requester: Requester): FetchBudget | undefined
  /**
   * Refunds the fetches of a request to its requester's budget, because the request ended in a
   * sale.
   */
  refund(requester: Requester): void
}

export type FetchBudgetsParts = {
  /** Counts fetches; negative units refund. Throws `RATE_LIMITED`. */
  spend(owner: FetchOwner, units?: number): Promise<void>
  credits: Pick<Credits, 'balance'>
  nowMs(): number
}

/** Maximum number of payers remembered, and how long after their last purchase. */
const payersMax = 10_000
const payerForMs = 60 * 60_000

/**
 * Creates the budgets. An unknown caller draws from the budget of its address. Customers have
 * budgets of their own, which other callers cannot use up: an organisation with credits, and a
 * payer that bought something in the last hour and signed this payment with its own key.
 */
export function createFetchBudgets({ spend, credits, nowMs }: FetchBudgetsParts): FetchBudgets {
  const payers = new LRUCache<string, true>(expiringEntries(payersMax, payerForMs, nowMs))
  const drawn = new WeakMap<Requester, { owner: FetchOwner; units: number }>()

  const customerOf = async ({ organisation, payment }: Requester): Promise<string | undefined> => {
    if (payment) {
      const payer = payment.authorization.from.toLowerCase()
      return payers.has(payer) && keySignedOnce(payment) ? `payer:${payer}` : undefined
    }
    if (!organisation) return undefined
    const balance = await credits.balance(organisation.id)
    return creditsIn(balance) > 0 ? `organisation:${organisation.id}` : undefined
  }
  const openDrawing = async (requester: Requester, address: string) => {
    const known = drawn.get(requester)
    if (known) return known
    const customer = await customerOf(requester)
    const drawing = { owner: customer === undefined ? { address } : { customer }, units: 0 }
    const first = drawn.get(requester) ?? drawing
    drawn.set(requester, first)
    return first
  }

  return {
    of(requester) {
      const { address } = requester
      if (address === undefined) return undefined
      return {
        async spend() {
          const drawing = await openDrawing(requester, address)
          await spend(drawing.owner)
          drawing.units += 1
        },
        async refund(units) {
          const drawing = await openDrawing(requester, address)
          const returned = Math.min(units, drawing.units)
          drawing.units -= returned
          if (returned > 0) await spend(drawing.owner, -returned)
        },
      }
    },
    refund(requester) {
      if (requester.payment) payers.set(requester.payment.authorization.from.toLowerCase(), true)
      const drawing = drawn.get(requester)
      drawn.delete(requester)
      if (drawing && drawing.units > 0) void spend(drawing.owner, -drawing.units).catch(() => {})
    },
  }
}
