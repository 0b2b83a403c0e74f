import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from './declaration.ts'
import { optionOf } from './parsed-arguments.ts'

/**
 * The first day of `--since`: `2026`, `2026-10`, `2026-10-15`, or `30d`, `6mo`, `5y` before now.
 *
 * @returns an ISO 8601 day; `undefined` without the option.
 * @throws FiqError `USAGE`
 */
export function sinceOf(args: ParsedArguments, now: Date): string | undefined {
  const text = optionOf(args, 'since')
  if (text === undefined) return undefined
  const day = dayOfText(text.toLowerCase(), now)
  if (day !== undefined) return day
  throw new FiqError('USAGE', '--since must be a date such as 2026, 2026-10, 2026-10-15, or 30d.', {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}

function dayOfText(text: string, now: Date): string | undefined {
  const [, digits, unit] = /^(\d{1,4})(d|mo|y)$/.exec(text) ?? []
  if (digits !== undefined) return daysBefore(now, Number(digits), unit!)
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return undefined
  const day = `${text}-01-01`.slice(0, 10)
  const at = new Date(`${day}T00:00:00Z`)
  // 2018-02-31 parses as a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}

function daysBefore(now: Date, count: number, unit: string): string {
  const at = new Date(now)
  if (unit === 'd') at.setUTCDate(at.getUTCDate() - count)
  else if (unit === 'mo') at.setUTCMonth(at.getUTCMonth() - count)
  else at.setUTCFullYear(at.getUTCFullYear() - count)
  return at.toISOString().slice(0, 10)
}
