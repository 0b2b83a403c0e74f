import { formatUsdcPadded } from '@fiq/shared/money/usdc'
import { absent, withSeparators } from './format-number.ts'

/**
 * An amount of USDC with at least three decimals and thousands separators.
 *
 * @param amount - Atomic units, or decimal USDC; absent if there is no amount.
 * @example usdcText(15_000n) // '0.015'; usdcText('1500') // '1,500.000'
 */
export function usdcText(amount: bigint | string | null): string {
  return amount === null ? absent : withSeparators(formatUsdcPadded(amount))
}

/** The unit of an amount. Play money is marked wherever an amount is shown. */
export function usdcUnit(isPlay: boolean | undefined): 'USDC' | 'play USDC' {
  return isPlay ? 'play USDC' : 'USDC'
}
