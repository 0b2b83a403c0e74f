/**
 * A computed figure without the noise of binary fractions: ten significant digits, more than any
 * source has. `null` for what is no number, since an answer has none: a quotient by a figure that is
 * absurdly small, a product of two that are absurdly large.
 *
 * @example tidy(0.1 + 0.2) // 0.3
 */
export function tidy(value: number): number | null {
  const rounded = Number(value.toPrecision(10))
  return Number.isFinite(rounded) ? rounded : null
}
