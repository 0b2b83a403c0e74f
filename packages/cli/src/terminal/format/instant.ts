import { defined } from '@fiq/shared/defined'
import { newYorkOffset } from '@fiq/shared/new-york-offset'
import { isCryptoPair } from '@fiq/shared/spelling/crypto-assets'
import { indexExchanges } from '@fiq/shared/spelling/index-exchanges'
import { absent } from './format-number.ts'

/** How times are written: the current time, and whether in UTC instead of each time's own zone. */
export type Clock = { now: Date; isUtc?: boolean }

/**
 * Zones of exchanges by the suffix of their listings. Asian zones have a name here, because locales
 * have none.
 */
const zones: Readonly<Record<string, readonly [zone: string, name?: string]>> = {
  L: ['Europe/London'],
  IR: ['Europe/Dublin', 'GMT'],
  LS: ['Europe/Lisbon'],
  HE: ['Europe/Helsinki'],
  AT: ['Europe/Athens'],
  IS: ['Europe/Istanbul', 'TRT'],
  TA: ['Asia/Jerusalem', 'IST'],
  T: ['Asia/Tokyo', 'JST'],
  HK: ['Asia/Hong_Kong', 'HKT'],
  KS: ['Asia/Seoul', 'KST'],
  KQ: ['Asia/Seoul', 'KST'],
  TW: ['Asia/Taipei', 'TST'],
  TWO: ['Asia/Taipei', 'TST'],
  SS: ['Asia/Shanghai', 'CST'],
  SZ: ['Asia/Shanghai', 'CST'],
  NS: ['Asia/Kolkata', 'IST'],
  BO: ['Asia/Kolkata', 'IST'],
  SI: ['Asia/Singapore', 'SGT'],
  KL: ['Asia/Kuala_Lumpur', 'MYT'],
  BK: ['Asia/Bangkok', 'ICT'],
  JK: ['Asia/Jakarta', 'WIB'],
  PS: ['Asia/Manila', 'PHT'],
  AX: ['Australia/Sydney'],
  NZ: ['Pacific/Auckland', 'NZST'],
  TO: ['America/Toronto'],
  V: ['America/Toronto'],
  CN: ['America/Toronto'],
  NE: ['America/Toronto'],
  SA: ['America/Sao_Paulo', 'BRT'],
  MX: ['America/Mexico_City', 'CST'],
  BA: ['America/Argentina/Buenos_Aires', 'ART'],
  SN: ['America/Santiago', 'CLT'],
  LM: ['America/Lima', 'PET'],
  JO: ['Africa/Johannesburg', 'SAST'],
  QA: ['Asia/Qatar', 'AST'],
  SR: ['Asia/Riyadh', 'AST'],
  CA: ['Africa/Cairo', 'EET'],
}
/** Abbreviations of zones that locales write as an offset, `GMT+9` for `JST`. */
const namesOfZones = new Map(
  Object.values(zones).flatMap(([zone, name]) => (name === undefined ? [] : [[zone, name]])),
)
const central = 'DE PA AS BR MI MC SW VI ST OL CO WA PR BD F BE DU HM MU SG XC'.split(' ')

/** The zone of an exchange by the ticker of a listing or index; UTC for crypto and currency pairs. */
export function zoneOfTicker(ticker: string): Zone {
  if (isCryptoPair(ticker) || ticker.endsWith('=X')) return { zone: 'UTC' }
  const suffix = indexExchanges[ticker] ?? /\.([A-Z]{1,3})$/.exec(ticker)?.[1] ?? ''
  const [zone, name] = zones[suffix] ?? [central.includes(suffix) ? 'Europe/Berlin' : newYork]
  return { zone, ...defined({ name }) }
}

/** IANA name, and the abbreviation if locales have none. Without a zone, that of the machine. */
export type Zone = { zone?: string; name?: string }

/** The time zone of the US exchanges. */
export const newYork = 'America/New_York'

/**
 * An instant with its zone: `15:46 EST` today, `Fri 16:00 EST` within the six days before,
 * otherwise the day. A day, and any other text, stays unchanged.
 */
export function instantText(iso: unknown, zone: Zone, { now, isUtc }: Clock): string {
  if (typeof iso !== 'string' || iso === '') return absent
  const at = Date.parse(iso)
  if (!iso.includes('T') || Number.isNaN(at)) return iso
  return nearText(at, now.getTime(), isUtc ? { zone: 'UTC' } : zone)
}

/** {@link instantText} of an instant at most `daysAheadMax` days in the future. */
export function nearText(at: number, now: number, where: Zone, daysAheadMax = 0): string {
  const [made, today] = [wallOf(at, where), wallOf(now, where)]
  const daysAgo = Math.round((Date.parse(today.day) - Date.parse(made.day)) / dayMs)
  if (daysAgo < -daysAheadMax || daysAgo > 6) return made.day
  const clock = `${made.time} ${made.zone}`
  return daysAgo === 0 ? clock : `${weekdays[new Date(made.day).getUTCDay()]} ${clock}`
}

/** An instant in full: `Tue 2026-11-24 09:30 EST`. */
export function fullInstantText(at: number, zone: Zone, isUtc = false): string {
  const { day, time, zone: name } = wallOf(at, isUtc ? { zone: 'UTC' } : zone)
  return `${weekdays[new Date(day).getUTCDay()]} ${day} ${time} ${name}`
}

/**
 * An instant in a zone, to the minute. A text that is not an instant stays unchanged.
 *
 * @param zone - IANA name.
 * @example zonedText('2026-11-20T20:46:00Z', 'America/New_York') // '2026-11-20 15:46'
 */
export function zonedText(instant: string, zone: string): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return instant
  const { day, time } = wallOf(at, { zone })
  return `${day} ${time}`
}

/** @example zoneName('2026-11-20T20:46:00Z', 'America/New_York') // 'EST' */
export function zoneName(instant: string, zone: string): string {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? 'UTC' : (namesOfZones.get(zone) ?? wallOf(at, { zone }).zone)
}

const dayMs = 86_400_000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

type Wall = { day: string; time: string; zone: string }

/** Local time. `Intl` takes 10 ms to load a zone, so common zones are computed without it. */
function wallOf(at: number, { zone, name }: Zone): Wall {
  const ahead = -new Date(at).getTimezoneOffset()
  if (zone === 'UTC' || (zone === undefined && ahead === 0)) return shifted(at, 0, 'UTC')
  if (zone === newYork) {
    const offset = newYorkOffset(at)
    return shifted(at, offset, offset === -240 ? 'EDT' : 'EST')
  }
  if (zone === undefined) return shifted(at, ahead, abbreviationOf(at, undefined))
  const day = formatter('en-CA', zone).format(at)
  const time = formatter('en-GB', zone, clockParts).format(at)
  return { day, time, zone: name ?? abbreviationOf(at, zone) }
}

function shifted(at: number, minutes: number, zone: string): Wall {
  const wall = new Date(at + minutes * 60_000).toISOString()
  return { day: wall.slice(0, 10), time: wall.slice(11, 16), zone }
}

const dayParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clockParts = { hour: '2-digit', minute: '2-digit' } as const

/** The abbreviation in the locale of the region; other locales write `GMT-5`. */
function abbreviationOf(at: number, timeZone: string | undefined): string {
  const resolved = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const region = resolved.split('/')[0] ?? ''
  const locale = { America: 'en-US', Australia: 'en-AU' }[region] ?? 'en-GB'
  const parts = formatter(locale, resolved, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(
  locale: string,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions = dayParts,
): Intl.DateTimeFormat {
  const key = [locale, timeZone, ...Object.keys(parts)].join()
  const cached = formatters.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...parts })
  formatters.set(key, made)
  return made
}
