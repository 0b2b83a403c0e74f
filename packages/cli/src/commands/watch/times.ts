import { nearText } from '../../terminal/format/instant.ts'

/**
 * A time with its zone: `15:46 EST` on the same day there, `Mon 09:30 EST` within six days,
 * otherwise the day.
 */
export function timeWords(at: number, zone: string, now: number): string {
  return Number.isFinite(at) ? nearText(at, now, { zone }, 6) : ''
}

/** @example clockWords(161_000) // '2:41' */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
