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

/**
 * Runs code that reads an answer bought on credits. Its errors state that the credits are spent,
 * although the server may have refunded parts that failed on its side.
 */
export async function readingOnCredits<read>(
  price: bigint,
  body: () => Promise<read>,
): Promise<read> {
  try {
    return await body()
  } catch (thrown) {
    if (!(thrown instanceof FiqError) || thrown.funds !== 'untouched') throw thrown
    throw new CreditsError(thrown.withFunds('spent'), price)
  }
}
