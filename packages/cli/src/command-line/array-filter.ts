import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from './declaration.ts'
import { integerOf, optionOf } from './parsed-arguments.ts'

/**
 * The `ArrayFilterInput` of `--limit --offset --sort --since --until`; `undefined` if none is
 * given, so that the server's defaults apply.
 *
 * @throws FiqError `USAGE` naming the option.
 */
export function arrayFilterOf(
  args: ParsedArguments,
): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries({
    limit: integerOf(args, 'limit', { min: 1, max: 500 }),
    offset: integerOf(args, 'offset', { min: 0, max: 1_000_000 }),
    sort: directionOf(optionOf(args, 'sort')),
    since: dateOf(args, 'since'),
    until: dateOf(args, 'until'),
  }).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/**
 * Parses `date` or `-date` (newest first), the only field of the server. Also accepts ASC and DESC
 * for one release.
 */
function directionOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const directions: Readonly<Record<string, string>> = {
    date: 'ASC',
    '-date': 'DESC',
    asc: 'ASC',
    desc: 'DESC',
  }
  const direction = directions[text.toLowerCase()]
  if (direction) return direction
  throw new FiqError('USAGE', '--sort must be date (oldest first) or -date (newest first).', {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}

function dateOf(args: ParsedArguments, name: string): string | undefined {
  const text = optionOf(args, name)
  if (text === undefined) return undefined
  const isDate = /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text))
  // 2018-02-31 parses as a day in March.
  if (
    isDate &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
  )
    return text
  throw new FiqError('USAGE', `--${name} must be an ISO 8601 date such as 2018-02-07.`, {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}
