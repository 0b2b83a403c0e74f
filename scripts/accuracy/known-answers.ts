import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { execute, parse, validate } from 'graphql'
import { connectors } from '../../packages/server/src/connectors/connectors.ts'
import { buildSchema } from '../../packages/server/src/execution/build-schema.ts'
import { publishedOn } from '../../packages/server/src/sources/finra/short-interest-record.ts'
import { addDays, daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import { testContext } from '../../packages/server/src/sources/testing/describe-connector.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import { realNow, realUpstream } from './real-upstream.ts'
import { createTally, type Tally } from './tally.ts'

const statement = (name: string, lines: string) =>
  `${name}(filter: { limit: 40 }) { fiscalYear fiscalPeriod endDate filed form ${lines} }`

/** A filer or a series, and the first and the last day to test: those of the real files. */
type KnownOf = readonly [id: string, first: string, last: string]

type KnownArea = {
  /** The query, with the argument `knownOn` or without arguments. */
  query(known: string, id: string): string
  of: readonly KnownOf[]
}

/** Filers with real facts. */
const reporting: readonly KnownOf[] = [
  ['AAPL', '2010-01-01', '2026-11-01'],
  ['GOOGL', '2015-11-01', '2026-11-01'],
  ['SNOW', '2020-12-10', '2026-11-01'],
  ['MRVL', '2021-06-10', '2026-11-01'],
  ['CAT', '2011-01-01', '2026-11-01'],
  ['JPM', '2011-01-01', '2026-11-01'],
]

/** Filers with real lists of filings. */
const filing: readonly KnownOf[] = [
  ['AAPL', '2015-06-01', '2026-11-01'],
  ['MSFT', '2018-01-01', '2026-11-01'],
  ['EXPE', '2016-06-01', '2026-11-01'],
]

/** Areas with `knownOn`. */
export const knownAreas: Readonly<Record<string, KnownArea>> = {
  financials: {
    query: (known, ticker) => `entityByTicker(ticker: "${ticker}") { financials${known} {
      ${statement('income', 'revenue netIncome epsDiluted sharesDiluted unsupported derived')}
      ${statement('balanceSheet', 'totalAssets longTermDebt unsupported')}
      ${statement('cashFlow', 'operatingCashFlow depreciationAndAmortization unsupported')} } }`,
    of: reporting,
  },
  earnings: {
    query: (known, ticker) => `entityByTicker(ticker: "${ticker}") {
      earnings${known} { date periodEnd fiscalYear fiscalPeriod epsActual revenue filedAt url } }`,
    of: reporting,
  },
  filings: {
    query: (known, ticker) => `entityByTicker(ticker: "${ticker}") { regulatory {
      filings${known} { form filedAt accessionNumber reportDate } } }`,
    of: filing,
  },
  insiderTrades: {
    query: (known, ticker) => `entityByTicker(ticker: "${ticker}") {
      insiderTrades${known} { filedAt accessionNumber transactionDate form ownerName shares } }`,
    of: filing,
  },
  institutionalHoldings: {
    query: (known, cik) =>
      `institutionalHoldings${known.replace('(', `(cik: "${cik}", `) || `(cik: "${cik}")`} {
        cusip shares value weight sharesChange reportedAt filedAt }`,
    of: [['0001045810', '2023-06-01', '2026-11-01']],
  },
  shortInterest: {
    query: (known, ticker) =>
      `shortInterest${known.replace('(', `(ticker: "${ticker}", `) || `(ticker: "${ticker}")`} {
        settlementDate sharesShort previousSharesShort daysToCover changePercent }`,
    of: [['AAPL', '2025-11-10', '2026-09-30']],
  },
  macroSeries: {
    query: (known, id) =>
      `macroSeries${known.replace('(', `(seriesId: "${id}", `) || `(seriesId: "${id}")`} {
        date value title unit seasonalAdjustment frequency }`,
    of: [
      ['GDPC1', '2025-03-01', '2026-03-01'],
      ['GDP', '2025-03-01', '2026-03-01'],
    ],
  },
}

const schema = buildSchema(connectors)

/** The data of a query, with its errors, from files that end on a day. */
async function answerOf(text: string, cutOn?: string) {
  const now = cutOn === undefined ? realNow : () => new Date(`${cutOn}T23:59:59Z`)
  const context = testContext(realUpstream(cutOn), { now, enabled: () => true })
  const contextValue = { connectors: context, cite() {} }
  const document = parse(`{ ${text} }`)
  // A misspelt field would be left out in silence, and with it what is compared.
  const [invalid] = validate(schema, document)
  if (invalid) throw invalid
  const { data, errors } = await execute({ schema, document, contextValue })
  return { data: structuredClone(data ?? null), errors: errors?.map(String) }
}

const filedDays = /"filed(?:At)?":"([\d-]+)"/g
const settlementDays = /"settlementDate":"([\d-]+)"/g

/**
 * Checks that the answer for a day equals the answer of that day from files that end on it, and
 * contains nothing of a later day.
 *
 * @returns whether the answer contains data; before the first file of an area it has only an error
 */
export async function checkKnownAnswer(
  area: string,
  { id, day }: KnownDay,
  tally: Tally,
): Promise<boolean> {
  const { query } = knownAreas[area]!
  const known = await answerOf(query(`(knownOn: "${day}")`, id))
  const cut = await answerOf(query('', id), day)
  const isEqual =
    isDeepStrictEqual(known.data, cut.data) &&
    (known.errors ?? []).length === (cut.errors ?? []).length
  tally.count(`${area}: the answer is that of the files cut at the day`, isEqual, `${id} ${day}`)
  const text = JSON.stringify(known.data)
  const days = [
    ...[...text.matchAll(filedDays)].map(([, filed = '']) => filed),
    ...[...text.matchAll(settlementDays)].map(([, settled = '']) => publishedOn(settled)),
  ]
  const isPast = days.every((each) => each <= day)
  tally.count(`${area}: nothing is of a later day`, isPast, `${id} ${day}`)
  return /\d/.test(text)
}

/** A day, and the filer or series whose answer is tested on it. */
type KnownDay = { id: string; day: string }

/** Random days of an area, in turn for each of its filers; the same ones in every run. */
export function daysOfArea(area: string, count: number): KnownDay[] {
  const { of } = knownAreas[area]!
  const parts = 1_000_000
  const part = fc.noBias(fc.integer({ min: 0, max: parts }))
  return fc.sample(part, { numRuns: count, seed: 19 }).map((drawn, at) => {
    const [id, first, last] = of[at % of.length]!
    return { id, day: addDays(first, (drawn / parts) * daysBetween(first, last)) }
  })
}

const daysOfEach = 36

/** The whole check of every area. */
export async function knownAnswersArea(): Promise<AccuracyArea> {
  const tally = createTally()
  for (const area of Object.keys(knownAreas))
    for (const known of daysOfArea(area, daysOfEach)) await checkKnownAnswer(area, known, tally)
  return {
    area: 'Answers known on a day',
    truth: `real facts of six filers, real lists of filings of Apple, Microsoft, Expedia and NVIDIA, real short interest, and two versions of the real GDP of the US, cut at ${daysOfEach} random days and read on that day. Documents that the real lists name, and lists of filers without real ones, are invented.`,
    rows: tally.rows(),
  }
}
