import { FiqError } from '../errors.ts'

/** USDC has six decimals on every chain it is issued on: 1 USDC = 1_000_000 atomic units. */
const usdcDecimals = 6

/**
 * Parses a decimal USDC amount into atomic units.
 *
 * Never rounds. Accepts at most 15 digits before the point, far more than the supply of USDC.
 *
 * @param text - Plain decimal digits, e.g. `"0.015"`. No sign, exponent, symbol or separator.
 * @returns Atomic units, `15000n` for `"0.015"`.
 * @throws FiqError `INVALID_AMOUNT` when the text has another form or more than six decimals.
 */
export function parseUsdc(text: string): bigint {
  const match = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) throw new FiqError('INVALID_AMOUNT', `"${text.slice(0, 40)}" is not a USDC amount.`)
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(usdcDecimals, '0'))
}

/** Formats atomic units as decimal USDC without trailing zeros: `15000n` becomes `"0.015"`. */
export function formatUsdc(atomic: bigint): string {
  const sign = atomic < 0n ? '-' : ''
  const digits = (atomic < 0n ? -atomic : atomic).toString().padStart(usdcDecimals + 1, '0')
  const whole = digits.slice(0, -usdcDecimals)
  const fraction = digits.slice(-usdcDecimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction && `.${fraction}`}`
}

/**
 * Formats an amount with at least three decimals, so that amounts in a column can be compared.
 *
 * @param amount - Atomic units, or decimal USDC.
 * @example formatUsdcPadded(2_000_000n) // '2.000'
 */
export function formatUsdcPadded(amount: bigint | string): string {
  const text = typeof amount === 'bigint' ? formatUsdc(amount) : amount
  const [whole = '', decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(3, '0')}`
}

/** 0.003 USD per credit, in atomic units. */
export const atomicPerCredit = 3_000n
