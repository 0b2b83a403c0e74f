/**
 * Rounds a computed figure to ten significant digits, more than any source has.
 *
 * @returns `null` for NaN and infinity: a division by a tiny figure or a product of huge ones
 * @example tidy(0.1 + 0.2) // 0.3
 */
export function tidy(value: number): number | null {
  return roundedTo(10, value)
}

/**
 * The product of two stated figures without the error of binary fractions: an amount of money may
 * have more digits than {@link tidy} keeps.
 *
 * @returns `null` for NaN and infinity
 * @example productOf(200_000, 8.88) // 1776000
 */
export function productOf(one: number, other: number): number | null {
  return roundedTo(15, one * other)
}

function roundedTo(digits: number, value: number): number | null {
  const rounded = Number(value.toPrecision(digits))
  return Number.isFinite(rounded) ? rounded : null
}
