import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'
import type { OptionDeclaration, ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { periodFrom, pointsIn, rhythmOf } from '../../command-line/views/points.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import type { Result } from '../../terminal/output.ts'
import { type MacroSeries, macroView, shownWords } from './macro-view.ts'
import type { ToolCommand } from './tool-command.ts'

/** Default number of listed points on a terminal. */
const lastDefault = 12
const lastMax = 10_000

const lastOption: OptionDeclaration = {
  flags: '--last <number>',
  description: `number of newest points (default on a terminal: ${lastDefault})`,
}
const allOption: OptionDeclaration = { flags: '--all', description: 'print every point' }

/** Options that select the listed points of a whole series. */
export const pointOptions: readonly OptionDeclaration[] = [
  lastOption,
  {
    flags: '--since <date>',
    description: 'first date to show: 2020, 2026-10, or 5y (five years ago)',
  },
  allOption,
]

/** Options for a series that the server sends in pages. */
export const pagedPointOptions: readonly OptionDeclaration[] = [lastOption, allOption]

/** Differences between the series commands. */
export type MacroWords = {
  title: (args: ParsedArguments, rows: readonly Row[]) => string
  isRate: (args: ParsedArguments, rows: readonly Row[]) => boolean
  hasMean?: boolean
}

/**
 * Creates the output of a tool's rows as a series. `--last` and `--since` apply to every format.
 */
export function showSeries({
  title,
  isRate,
  hasMean = false,
}: MacroWords): NonNullable<ToolCommand['show']> {
  return (context, given) => {
    const chosen = chosenPoints(context, given)
    return (answer, value) => {
      const selectedRows = Array.isArray(value) ? selected(rowsOf(value), chosen) : value
      const points = pointsIn(rowsOf(value))
      const inView = pointsIn(rowsOf(selectedRows))
      const series: MacroSeries = {
        title: sanitise(title(given, rowsOf(value))),
        points,
        shown: chosen.isChosen ? inView : inView.slice(0, lastDefault),
        isRate: isRate(given, rowsOf(value)),
        publisher: publisherOf(answer),
        hasMean,
      }
      const [newest] = points
      const isEmpty = series.shown.length === 0
      const words = isEmpty || context.output.format !== 'text' ? undefined : shownWords(series)
      const result: Result = {
        value: selectedRows,
        view: (screen) => (isEmpty ? 'No observations.' : macroView(series, screen)),
        ...defined({ notes: words === undefined ? undefined : [words] }),
        period: newest && periodFrom(newest, rhythmOf(points)),
      }
      return result
    }
  }
}

type ChosenPoints = { last: number | undefined; since: string | undefined; isChosen: boolean }

function chosenPoints({ now }: Pick<CliContext, 'now'>, args: ParsedArguments): ChosenPoints {
  const last = integerOf(args, 'last', { min: 1, max: lastMax })
  const since = sinceOf(args, now())
  const isAll = flagOf(args, 'all')
  if (isAll && last !== undefined) throw new FiqError('USAGE', 'Use only one of --all and --last.')
  const isPaged = optionOf(args, 'limit') !== undefined
  return { last, since, isChosen: isAll || isPaged || last !== undefined || since !== undefined }
}

/** The newest rows since a day, in their original order. */
function selected(rows: readonly Row[], { last, since }: ChosenPoints): readonly Row[] {
  const recent = since === undefined ? rows : rows.filter((row) => textIn(row, 'date') >= since)
  if (last === undefined || last >= recent.length) return recent
  const dates = recent.map((row) => textIn(row, 'date')).sort()
  const first = dates[dates.length - last]!
  return recent.filter((row) => textIn(row, 'date') >= first)
}

/** The name before the first comma: `World Bank` of `World Bank, World Development Indicators`. */
function publisherOf({ sources }: Answer): string {
  return sources[0]?.source.split(',')[0] ?? ''
}

/** The page to query. It includes one year before the requested points for comparison. */
export function pageOf(
  args: ParsedArguments,
  filter: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const last = integerOf(args, 'last', { min: 1, max: 500 })
  const isAll = flagOf(args, 'all')
  if (isObject(filter) && filter['limit'] !== undefined) return filter
  if (!isAll && last === undefined) return filter
  return { ...filter, limit: isAll ? 500 : Math.min(500, Math.max(20, last! + 1)) }
}

/** Converts `--since` with a year, a month or a duration to a day, which the server requires. */
export function withSinceDay(args: ParsedArguments, now: Date): ParsedArguments {
  const since = optionOf(args, 'since')
  if (since === undefined || since.includes('T')) return args
  return { ...args, options: { ...args.options, since: sinceOf(args, now) } }
}

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
