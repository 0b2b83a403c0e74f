/** Mark for a missing value. */
export const absent = '–'

const scales = [
  [1e15, 'Q'],
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/**
 * A large number with three significant digits.
 *
 * @example formatLarge(3_031_500_000_000) // '3.03T'
 */
export function formatLarge(value: unknown): string {
  if (!isNumber(value)) return absent
  const size = Math.abs(value)
  for (const [index, [scale, unit]] of scales.entries()) {
    if (size < scale) continue
    const shown = significant(value / scale)
    // 999,999 rounds to 1000K: that is 1.00M.
    const larger = scales[index - 1]
    return Math.abs(Number(shown)) >= 1000 && larger
      ? `${significant(value / larger[0])}${larger[1]}`
      : `${shown}${unit}`
  }
  return Number.isInteger(value) ? String(value) : formatPrice(value)
}

/**
 * A price: two decimals and thousands separators; below one, four significant digits.
 *
 * @example formatPrice(1234.5) // '1,234.50'
 */
export function formatPrice(value: unknown): string {
  if (!isNumber(value)) return absent
  if (value !== 0 && Math.abs(value) < 1) {
    const decimals = Math.min(12, 3 - Math.floor(Math.log10(Math.abs(value))))
    return trimZeros(value.toFixed(decimals), 2)
  }
  return withSeparators(value.toFixed(2))
}

/** A value of unknown unit: unrounded up to six decimals, with thousands separators. */
export function formatValue(value: unknown): string {
  if (!isNumber(value)) return absent
  if (value !== 0 && Math.abs(value) < 1e-4) return String(value)
  if (Math.abs(value) >= 1e15) return formatLarge(value)
  return withSeparators(trimZeros(value.toFixed(6), 0))
}

/** The sign comes first, so that colour only repeats it. @example formatChange(-1.2) // '-1.20' */
export function formatChange(value: unknown): string {
  return signed(value, formatPrice(value))
}

/** @example formatSigned(0.841, 2) // '+0.84' */
export function formatSigned(value: number, decimals: number): string {
  return signed(value, value.toFixed(decimals))
}

/** @example formatPercent(0.592) // '+0.59%' */
export function formatPercent(value: unknown): string {
  if (!isNumber(value)) return absent
  return signed(value, `${withSeparators(value.toFixed(2))}%`)
}

/** A ratio between 0 and 1, e.g. a score. @example formatScore(1) // '1.00' */
export function formatScore(value: unknown): string {
  return isNumber(value) ? value.toFixed(2) : absent
}

/** Direction of a change, for the colour that repeats its sign. */
export function toneOf(value: unknown): 'up' | 'down' | undefined {
  if (!isNumber(value) || value === 0) return undefined
  return value > 0 ? 'up' : 'down'
}

/** Whether a value is a finite number. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function signed(value: unknown, text: string): string {
  if (!isNumber(value) || value <= 0) return text.replace(/^-(?=[0.,]*%?$)/, '')
  return `+${text}`
}

function significant(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)
}

function trimZeros(text: string, keep: number): string {
  if (!text.includes('.')) return text
  const [whole = '', decimals = ''] = text.split('.')
  const fraction = decimals.replace(/0+$/, '').padEnd(keep, '0')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** @example withSeparators('80000.5') // '80,000.5' */
export function withSeparators(text: string): string {
  const [whole = '', decimals] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
