import { newYorkOffset } from '@fiq/shared/new-york-offset'
import { ownValue } from '@fiq/shared/own-value'
import type { Source } from '../../query/answer.ts'
import { type Clock, instantText, newYork } from '../../terminal/format/instant.ts'
import type { Period } from '../../terminal/output.ts'

const dayMs = 86_400_000

/** A source as text: its name, and the time and age of its newest value. */
export type SourceWords = { text: string; stale: boolean; asOf: string | undefined }

/**
 * Describes each source of an answer once: its name, and the time and age of its newest value.
 *
 * @param period - The period of the newest value. A source as of its first day is as of the period.
 * @returns Descriptions in which stale sources are marked.
 */
export function describeSources(
  sources: readonly Source[],
  clock: Clock,
  period?: Period,
): readonly SourceWords[] {
  const words = new Map<string, SourceWords>()
  for (const { source, asOf, mode, stale, ...timing } of sources) {
    const { delay, venue } = mode === 'sandbox' ? {} : timing
    const within = period?.date === asOf ? period : undefined
    const age = asOf === undefined ? undefined : ageOf(within?.lastDay ?? asOf, clock.now)
    const place = venue === undefined ? undefined : ownValue(places, venue)
    const text = [
      `${source}${mode && mode !== 'live' ? ` (${mode})` : ''}`,
      ...(place === undefined ? [] : [place]),
      ...(within ? [`as of ${within.name}`] : []),
      ...(asOf === undefined || within ? [] : [timeOf(asOf, { delay, venue }, clock)]),
      ...(age === undefined ? [] : [age]),
      // State it in words too, because not every reader sees the colour.
      ...(stale && age === undefined ? ['older than it should be'] : []),
    ].join(', ')
    words.set(text, { text, stale, asOf })
  }
  return [...words.values()]
}

/** Maximum sources that the footer names. */
const namedMax = 2

/**
 * The footer of sources that are not stale: names up to two, otherwise counts them and names the
 * oldest.
 *
 * @param isListed - `--sources`: one line for each.
 */
export function sourceLines(words: readonly SourceWords[], isListed: boolean): readonly string[] {
  const texts = words.map(({ text }) => text)
  if (isListed || texts.length === 0) return texts
  if (texts.length <= namedMax) return [texts.join('; ')]
  const dated = words.filter(({ asOf }) => asOf !== undefined)
  const [oldest] = dated.toSorted((a, b) => (a.asOf! < b.asOf! ? -1 : 1))
  const of = oldest === undefined ? '' : `, the oldest ${oldest.text}`
  return [`${texts.length} sources${of} (--sources lists them)`]
}

/** Notes on the venue of a price. */
const places: Readonly<Record<string, string>> = {
  single: 'one exchange only',
  indicative: 'indicative, not tradable',
}

/**
 * The time and delay of a price: `15 min late, 14:36 EST`, or `close of 2026-11-20`. Other values
 * have a day, and so has a bar of the current session.
 */
function timeOf(
  asOf: string,
  { delay, venue }: { delay?: string | undefined; venue?: string | undefined },
  clock: Clock,
): string {
  const instant = Date.parse(asOf)
  const isPrice = delay !== undefined && (delay !== 'periodic' || venue !== undefined)
  if (!isPrice || Number.isNaN(instant)) return `as of ${dayOf(asOf)}`
  if (!asOf.includes('T')) {
    const [today, timeNow] = wallOfNewYork(clock.now.getTime())
    const isUnderWay = dayOf(asOf) === today && timeNow < closedBy
    return `${isUnderWay && delay === '15-minute' ? '15 min late,' : 'close of'} ${dayOf(asOf)}`
  }
  const time = instantText(asOf, { zone: newYork }, clock)
  return delay === '15-minute' ? `15 min late, ${time}` : time
}

/** The time in New York by which a delayed close of the regular session is known. */
const closedBy = '16:16'

/** The day and the time in New York at an instant: `2026-11-20` and `14:36`. */
function wallOfNewYork(instant: number): readonly [day: string, time: string] {
  const wall = new Date(instant + newYorkOffset(instant) * 60_000).toISOString()
  return [wall.slice(0, 10), wall.slice(11, 16)]
}

/** The server's warnings, except those about age, which the lines of the sources show. */
export function otherWarnings(
  warnings: readonly string[],
  sources: readonly Source[],
): readonly string[] {
  const shown = sources.filter(({ stale }) => stale).map(({ path }) => `${path} is as of `)
  return warnings.filter((warning) => !shown.some((start) => warning.startsWith(start)))
}

/** `as of 2018-02-07, 8 years old`, for views that show the age beside the values. */
export function asOfLine(asOf: string, now: Date): string {
  const age = ageOf(asOf, now)
  return `as of ${dayOf(asOf)}${age === undefined ? '' : `, ${age}`}`
}

/** The day of a date or date-time, in the source's own zone. */
export function dayOf(asOf: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(asOf)?.[0] ?? asOf
}

/**
 * The age in the largest unit of which at least two have passed; empty for a new or invalid time.
 */
export function ageOf(asOf: string, now: Date): string | undefined {
  const days = (now.getTime() - Date.parse(asOf)) / dayMs
  if (!(days >= 2)) return undefined
  if (days >= 730) return `${Math.floor(days / 365.25)} years old`
  if (days >= 61) return `${Math.floor(days / 30.44)} months old`
  return `${Math.floor(days)} days old`
}
