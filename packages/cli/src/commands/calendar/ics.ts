import { sanitise } from '@fiq/shared/sanitise'
import { addDays, type CalendarEvent } from './events.ts'

/**
 * Events as an iCalendar file of days and instants (RFC 5545), with CRLF line ends. The output adds
 * the last LF.
 */
export function calendarFile(events: readonly CalendarEvent[], now: Date): string {
  const stamp = stampOf(now.toISOString())
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    `UID:${escaped(`${event.day}-${event.who}-${event.event}`.replaceAll(' ', '-'))}@fiq`,
    `DTSTAMP:${stamp}`,
    ...whenOf(event),
    `SUMMARY:${escaped(`${event.who} ${event.event} (${event.sure})`)}`,
    'STATUS:TENTATIVE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//fiq//calendar//EN',
    ...lines,
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')
    .concat('\r')
}

/** An instant has no end: it takes no time. */
function whenOf({ day, time }: CalendarEvent): readonly string[] {
  if (time !== null) return [`DTSTART:${stampOf(time)}`]
  return [
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`,
  ]
}

/** @param instant - ISO 8601, in UTC. */
const stampOf = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

function escaped(text: string): string {
  return sanitise(text).replace(/[\\;,]/g, (character) => `\\${character}`)
}

/** Folds a line at 75 octets. The rest follows after a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
