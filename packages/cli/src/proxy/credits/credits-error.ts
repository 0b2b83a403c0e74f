import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'

/** An error about a purchase that the server has charged, or may have charged, to credits. */
export class CreditsError extends FiqError {
  override readonly name = 'CreditsError'
  /** The price, atomic units of USDC. */
  readonly amount: bigint

  constructor({ code, message, facts, remedy, funds, cause }: FiqError, amount: bigint) {
    super(code, message, {
      facts: [...facts, `Price: ${formatUsdc(amount)} USDC in credits`],
      remedy: funds === 'spent' ? remedy : repeat,
      funds,
      cause,
    })
    this.amount = amount
  }
}

const repeat =
  'Send the same request again within 24 hours: it repeats this purchase, which is charged once.'
