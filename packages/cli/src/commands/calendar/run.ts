import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { answeredFields } from '../../command-line/areas/answered-fields.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { durationOf } from '../../command-line/duration-of.ts'
import { flagOf } from '../../command-line/parsed-arguments.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { AnswerError, Source } from '../../query/answer.ts'
import { isNothing, rowsOf, textIn } from '../../query/rows.ts'
import { formatPrice } from '../../terminal/format/format-number.ts'
import { newYork, zonedText, zoneName } from '../../terminal/format/instant.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import {
  addDays,
  announcedActions,
  type CalendarEvent,
  eventsWithin,
  expectedEarnings,
  nextDividends,
  nextEarnings,
  withAnnounced,
} from './events.ts'
import { calendarFile } from './ics.ts'
import { releasesWithin } from './releases.ts'

const calendarField = 'Entity.earningsCalendar'
const expectedFields =
  ' earningsCalendar { date session periodEnd fiscalYear fiscalPeriod epsEstimate currency }'
const announcedField = 'PriceHistory.announced'
const announcedFields = ' announced { date dividend split }'
const documentOf = (expected: string, announced: string) =>
  `query ($tickers: [String!]!) { entitiesByTickers(tickers: $tickers) { ticker earnings(filter: { limit: 8 }) { date periodEnd fiscalYear fiscalPeriod epsActual currency }${expected} } priceHistory(tickers: $tickers, range: "1y", interval: "1d") { ticker currency bars { date dividends }${announced} } }`
const noActions =
  'Days of dividends are estimates, and splits are unknown: this server has no source of announcements. A key of Alpaca adds one (fiq setup alpaca).'
const noCalendar =
  'Days of results are estimates: this server has no calendar. A key of Alpha Vantage or Finnhub adds one (fiq setup).'
const tickersMax = 50
const dayMs = 86_400_000

/** `fiq calendar @tech --next 90d` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const tickers = tickersOf(args, context.lists)
  if (tickers.length > tickersMax)
    throw new FiqError('USAGE', `fiq calendar accepts at most ${tickersMax} tickers.`)
  const next = durationOf(args, 'next', { min: dayMs, max: 364 * dayMs })?.ms ?? 90 * dayMs
  const from = context.now().toISOString().slice(0, 10)
  const span = { from, until: addDays(from, Math.round(next / dayMs)) }
  const releases = args.options['releases'] === false ? [] : releasesWithin(span)
  const found = tickers.length === 0 ? undefined : await eventsOf(context, tickers)
  const events = eventsWithin([...(found?.events ?? []), ...releases], span)
  const { output } = context
  const calendars = [...new Set(events.flatMap(({ source }) => source ?? []))]
  const result = {
    value: events.map(inOrder),
    view: (screen: Screen) => renderTable(tableOf(screen), events, screen),
    notes: [
      ...(found?.notes ?? []),
      ...(calendars.length > 0 ? [`Expected days are from the ${listed(calendars)}.`] : []),
    ],
  }
  const print = flagOf(args, 'ics')
    ? () => output.text(calendarFile(events, context.now()))
    : output.print
  if (!found) return print(result)
  present({ ...context, output: { ...output, print } }, found.answer, result, found.judged)
}

/** @example listed(['a', 'b', 'c']) // 'a, the b and the c' */
const listed = (names: readonly string[]) =>
  [names.slice(0, -1).join(', the '), ...names.slice(-1)].filter(Boolean).join(' and the ')

/** Every event has the same keys, in the same order. */
function inOrder(row: CalendarEvent): CalendarEvent {
  const { day, time, who, event, before, currency, sure, source, forecast, session } = row
  return { day, time, who, event, before, currency, sure, source, forecast, session }
}

/** The results, dividends and splits of tickers, for one query. */
async function eventsOf(context: CliContext, tickers: readonly string[]) {
  const isAnswered = await answeredFields(context)
  const [hasCalendar, hasActions] = [isAnswered(calendarField), isAnswered(announcedField)]
  const answer = await context.query({
    query: documentOf(hasCalendar ? expectedFields : '', hasActions ? announcedFields : ''),
    variables: { tickers },
    label: `calendar ${tickers.join(' ')}`.slice(0, 120),
  })
  const entities = answer.data?.['entitiesByTickers']
  const histories = rowsOf(answer.data?.['priceHistory'])
  // Entities are in the order of the query, with null for an unknown ticker.
  const earnings = (Array.isArray(entities) ? entities : []).flatMap((entity: unknown, place) => {
    if (!isObject(entity)) return []
    const [ticker, reported] = [tickers[place]!, rowsOf(entity['earnings'])]
    const source = sourceAt(answer.sources, `entitiesByTickers.${place}.earningsCalendar`)
    const expected = expectedEarnings(ticker, rowsOf(entity['earningsCalendar']), reported, source)
    return expected.length > 0 ? expected : (nextEarnings(ticker, reported) ?? [])
  })
  const actions = histories.flatMap((history, place) => {
    const ticker = textIn(history, 'ticker')
    const source = sourceAt(answer.sources, `priceHistory.${place}.announced`)
    return withAnnounced(nextDividends(ticker, history), announcedActions(ticker, history, source))
  })
  // An index, a crypto asset or a foreign listing of a list has prices and no reports.
  const priced = new Set(histories.flatMap(({ ticker, bars }) => (isNothing(bars) ? [] : [ticker])))
  const unfiled = answer.errors.flatMap((error) => {
    const ticker = tickers[placeWithout(error) ?? -1]
    return ticker !== undefined && priced.has(ticker) ? [{ error, ticker }] : []
  })
  const noReports = `No reports to the SEC, so no days of results: ${unfiled.map(({ ticker }) => ticker).join(', ')}.`
  return {
    answer: {
      ...answer,
      errors: answer.errors.filter((error) => !unfiled.some((one) => one.error === error)),
    },
    events: [...earnings, ...actions],
    notes: [
      ...(unfiled.length > 0 ? [noReports] : []),
      ...(hasCalendar ? [] : [noCalendar]),
      ...(hasActions ? [] : [noActions]),
    ],
    judged: [entities, histories.map(({ bars }) => bars)],
  }
}

/** The name of the source of a field. */
function sourceAt(sources: readonly Source[], path: string): string {
  return sources.find((source) => source.path === path)?.source ?? 'calendar'
}

/** The place of the entity that does not report to the SEC, if the error says so. */
function placeWithout({ code, path }: AnswerError): number | undefined {
  const place = /^entitiesByTickers\.(\d+)(\.|$)/.exec(path)?.[1]
  return code === 'NOT_FOUND' && place !== undefined ? Number(place) : undefined
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const tableOf = ({ isUtc = false }: Screen): Table<CalendarEvent> => ({
  empty: 'The data shows nothing that is due in that time.',
  columns: [
    {
      title: 'day',
      width: 14,
      cell: ({ day }) => `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${day}`,
    },
    {
      title: 'time',
      width: 11,
      cell: ({ time, session }) => (time === null ? (session ?? '') : clockText(time, isUtc)),
    },
    { title: 'who', width: 8, cell: ({ who }) => who, tone: () => 'bold' },
    { title: 'event', width: 19, cell: ({ event }) => event },
    {
      title: 'before',
      width: 10,
      align: 'right',
      cell: ({ before, currency }) =>
        before === null ? '' : `${formatPrice(before)} ${currency ?? ''}`.trimEnd(),
    },
    { title: 'sure', width: 8, cell: ({ sure }) => sure },
    { title: 'forecast', width: 8, align: 'right', cell: ({ forecast }) => formatPrice(forecast) },
  ],
})

/** @example clockText('2026-12-04T13:30:00.000Z', false) // '08:30 EST' */
function clockText(instant: string, isUtc: boolean): string {
  const zone = isUtc ? 'UTC' : newYork
  return `${zonedText(instant, zone).slice(11)} ${zoneName(instant, zone)}`
}
