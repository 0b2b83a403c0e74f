/** Cached, because a formatter takes milliseconds to create and there are many bars. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * An instant in a zone, to the minute. A text that is not an instant stays unchanged.
 *
 * @param zone - IANA name, e.g. `America/New_York`.
 * @example zonedText('2026-11-20T20:46:00Z', 'America/New_York') // '2026-11-20 15:46'
 */
export function zonedText(instant: string, zone: string): string {
  const ms = Date.parse(instant)
  if (Number.isNaN(ms)) return instant
  // The Swedish date format is ISO 8601.
  const format = formatOf(`text ${zone}`, 'sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return format.format(ms)
}

/** @example zoneName('2026-11-20T20:46:00Z', 'America/New_York') // 'EST' */
export function zoneName(instant: string | number, zone: string): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  if (Number.isNaN(ms) || zone === 'UTC') return 'UTC'
  const locale = zone.startsWith('Europe/') ? 'en-GB' : 'en-US'
  const format = formatOf(`name ${zone}`, locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function formatOf(
  key: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const cached = formats.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}
