import { nearText } from '../../terminal/format/instant.ts'
import { spanWords } from '../../terminal/format/span-words.ts'

/**
 * A time with its zone: `15:46 EST` on the same day there, `Mon 09:30 EST` within six days,
 * otherwise the day.
 */
export function timeWords(at: number, zone: string, now: number): string {
  return Number.isFinite(at) ? nearText(at, now, { zone }, 6) : ''
}

/**
 * The time until an instant: to the second within an hour, then in its two largest units.
 *
 * @example clockWords(161_000) // '2:41'
 */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  if (seconds >= 3_600) return `in ${spanWords(ms)}`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
