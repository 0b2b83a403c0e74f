import { zonedText, zoneName } from '../../terminal/chart/zoned-text.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const dayMs = 86_400_000

/**
 * A time with its zone: `15:46 EST` on the same day there, `Mon 09:30 EST` within six days,
 * otherwise the day.
 */
export function timeWords(at: number, zone: string, now: number): string {
  if (!Number.isFinite(at)) return ''
  const text = zonedText(new Date(at).toISOString(), zone)
  const today = zonedText(new Date(now).toISOString(), zone).slice(0, 10)
  const day = text.slice(0, 10)
  const days = Math.abs(Date.parse(day) - Date.parse(today)) / dayMs
  const clock = `${text.slice(11)} ${zoneName(at, zone)}`
  if (days === 0) return clock
  return days <= 6 ? `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${clock}` : day
}

/** @example clockWords(161_000) // '2:41' */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
