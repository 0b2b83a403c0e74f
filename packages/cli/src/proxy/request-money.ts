import { FiqError } from '@fiq/shared/errors'
import type { OpenPurchase } from '../payment/delivery/about-purchase.ts'
import { createOpenMoney } from '../query/open-money.ts'
import type { StatedError } from '../terminal/stated-error.ts'
import { CreditsError } from './credits/credits-error.ts'

/** What the money path reports about a call: its purchase, and what it charged to credits. */
export type MoneyReports = {
  /** See {@link OpenMoney.follow}. */
  follow(purchase: OpenPurchase | undefined): void
  /** The server has answered on credits, at this price in atomic units: 0 if charged earlier. */
  charge(amount: bigint): void
}

/** The money of one request to the proxy. */
export type RequestMoney = MoneyReports & {
  /** Any error as one that may leave the proxy. An unexpected one hides its text. */
  state(thrown: unknown): StatedError
}

/** Creates the money of a request. Nothing is bought yet. */
export function createRequestMoney(): RequestMoney {
  const money = createOpenMoney()
  let charged: bigint | undefined
  return {
    follow: money.follow,
    charge(amount) {
      charged = amount
    },
    state(thrown) {
      const error = thrown instanceof FiqError ? thrown : unforeseen(thrown)
      const isAboutCredits = charged !== undefined && error.funds === 'untouched'
      return money.state(
        isAboutCredits ? new CreditsError(error.withFunds('spent'), charged!) : error,
      )
    },
  }
}

/** Reports to every request that waits for the same call. The first one is charged. */
export function createSharedMoney(): MoneyReports & { join(money: RequestMoney): void } {
  const requests: RequestMoney[] = []
  let purchase: OpenPurchase | undefined
  let isCharged = false
  return {
    follow(next) {
      purchase = next
      for (const money of requests) money.follow(next)
    },
    charge(amount) {
      isCharged = true
      for (const [place, money] of requests.entries()) money.charge(place === 0 ? amount : 0n)
    },
    join(money) {
      requests.push(money)
      if (purchase) money.follow(purchase)
      if (isCharged) money.charge(0n)
    },
  }
}

function unforeseen(cause: unknown): FiqError {
  const remedy = 'Ask the user to report this bug of fiq.'
  return new FiqError('INTERNAL', 'The proxy failed unexpectedly.', { remedy, cause })
}
