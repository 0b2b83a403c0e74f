/**
 * Rounds a computed figure to ten significant digits, more than any source has.
 *
 * @returns `null` for NaN and infinity: a division by a tiny figure or a product of huge ones
 * @example tidy(0.1 + 0.2) // 0.3
 */
export function tidy(value: number): number | null {
  const rounded = Number(value.toPrecision(10))
  return Number.isFinite(rounded) ? rounded : null
}
