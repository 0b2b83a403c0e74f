import { formatUsdcPadded } from '@fiq/shared/money/usdc'

/** Formats of numbers and times on the pages: English, UTC, with a sign for changes. */

const plain = (decimals: number) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
const money = plain(2)
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})
const exact = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

/**
 * An amount of USDC, not rounded, with at least three decimals, so that the decimal points of a
 * column align.
 *
 * @param amount - Atomic units, or decimal USDC.
 * @example usdcText(1_000_150_000n) // '1,000.150'
 */
export function usdcText(amount: bigint | string): string {
  const [whole = '', decimals = ''] = formatUsdcPadded(amount).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** @example priceText(78514.594) // '78,514.59' */
export function priceText(value: number): string {
  return Math.abs(value) < 1 && value !== 0 ? exact.format(value) : money.format(value)
}

/**
 * Three significant digits, so that the values of a column are equally exact.
 *
 * @example shortText(287186000000) // '287B', and 2.8 trillion are '2.80T'
 */
export function shortText(value: number): string {
  return Math.abs(value) < 1_000 ? whole.format(value) : short.format(value)
}

/** A number in a table: large ones abbreviated, others with at most six significant digits. */
export function numberText(value: number): string {
  if (Math.abs(value) >= 1e6) return shortText(value)
  return Number.isInteger(value) ? whole.format(value) : exact.format(value)
}

/** @example changeText(-0.079) // '−0.08%' */
export function changeText(percent: number, decimals = 2): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${plain(decimals).format(Math.abs(percent))}%`
}

const hourMs = 3_600_000

/**
 * How old a value was when it was received.
 *
 * @example ageText('2026-11-20', '2026-11-22T09:00:00Z') // '2 days old'
 */
export function ageText(asOf: string | null, retrievedAt: string): string {
  if (asOf === null) return 'age unknown'
  const ms = Date.parse(retrievedAt) - Date.parse(asOf)
  const days = Math.floor(ms / (24 * hourMs))
  if (days >= 730) return `${Math.floor(days / 365.25)} years old`
  if (days >= 61) return `${Math.floor(days / 30.44)} months old`
  if (days >= 1) return days === 1 ? '1 day old' : `${days} days old`
  if (asOf.length === 10) return 'today'
  const hours = Math.floor(ms / hourMs)
  if (hours >= 1) return hours === 1 ? '1 hour old' : `${hours} hours old`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'now'
  return minutes === 1 ? '1 minute old' : `${minutes} minutes old`
}

/** @example timeText(Date.parse('2026-11-22T14:39:06Z')) // '22 Nov 2026, 14:39:06 UTC' */
export function timeText(ms: number): string {
  const time = new Date(ms)
  const month = time.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const date = `${time.getUTCDate()} ${month} ${time.getUTCFullYear()}`
  return `${date}, ${time.toISOString().slice(11, 19)} UTC`
}
