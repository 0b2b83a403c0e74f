import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { execute, parse } from 'graphql'
import { connectors } from '../../packages/server/src/connectors/connectors.ts'
import { buildSchema } from '../../packages/server/src/execution/build-schema.ts'
import { publishedOn } from '../../packages/server/src/sources/finra/short-interest-record.ts'
import { addDays, daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import { testContext } from '../../packages/server/src/sources/testing/describe-connector.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import { realNow, realUpstream } from './real-upstream.ts'
import { createTally, type Tally } from './tally.ts'

const statement = (name: string, lines: string) =>
  `${name}(filter: { limit: 40 }) { fiscalYear fiscalPeriod endDate filedAt ${lines} }`

type KnownArea = {
  /** The query, with the argument `knownOn` or without arguments. */
  query(known: string): string
  /** The first and the last day to test: those of the real files, and some around them. */
  days: readonly [first: string, last: string]
}

/** Areas with `knownOn`. */
export const knownAreas: Readonly<Record<string, KnownArea>> = {
  financials: {
    query: (known) => `entityByTicker(ticker: "AAPL") { financials${known} {
      ${statement('income', 'revenue netIncome epsDiluted sharesDiluted unsupported derived')}
      ${statement('balanceSheet', 'totalAssets longTermDebt unsupported')}
      ${statement('cashFlow', 'operatingCashFlow depreciationAndAmortization unsupported')} } }`,
    days: ['2010-01-01', '2026-11-01'],
  },
  earnings: {
    query: (known) => `entityByTicker(ticker: "AAPL") {
      earnings${known} { date periodEnd fiscalYear fiscalPeriod epsActual revenue filedAt url } }`,
    days: ['2015-06-01', '2026-11-01'],
  },
  filings: {
    query: (known) => `entityByTicker(ticker: "AAPL") { regulatory {
      filings${known} { form filedAt accessionNumber reportDate } } }`,
    days: ['2015-06-01', '2026-11-01'],
  },
  insiderTrades: {
    query: (known) => `entityByTicker(ticker: "AAPL") {
      insiderTrades${known} { filedAt accessionNumber transactionDate form ownerName shares } }`,
    days: ['2015-06-01', '2026-11-01'],
  },
  institutionalHoldings: {
    query: (known) =>
      `institutionalHoldings${known.replace('(', '(cik: "0001045810", ') || '(cik: "0001045810")'} {
        cusip shares value weight sharesChange reportedAt filedAt }`,
    days: ['2023-06-01', '2026-11-01'],
  },
  shortInterest: {
    query: (known) =>
      `shortInterest${known.replace('(', '(ticker: "AAPL", ') || '(ticker: "AAPL")'} {
        settlementDate sharesShort previousSharesShort daysToCover changePercent }`,
    days: ['2025-11-10', '2026-09-30'],
  },
  macroSeries: {
    query: (known) =>
      `macroSeries${known.replace('(', '(seriesId: "GDPC1", ') || '(seriesId: "GDPC1")'} {
        date value title unit seasonalAdjustment frequency }`,
    days: ['2025-03-01', '2026-03-01'],
  },
}

const schema = buildSchema(connectors)

/** The data of a query, with its errors, from files that end on a day. */
async function answerOf(text: string, cutOn?: string) {
  const now = cutOn === undefined ? realNow : () => new Date(`${cutOn}T23:59:59Z`)
  const context = testContext(realUpstream(cutOn), { now, enabled: () => true })
  const contextValue = { connectors: context, cite() {} }
  const { data, errors } = await execute({ schema, document: parse(`{ ${text} }`), contextValue })
  return { data: structuredClone(data ?? null), errors: errors?.map(String) }
}

const filedDays = /"filedAt":"([\d-]+)"/g
const settlementDays = /"settlementDate":"([\d-]+)"/g

/**
 * Checks that the answer for a day equals the answer of that day from files that end on it, and
 * contains nothing of a later day.
 *
 * @returns whether the answer contains data; before the first file of an area it has only an error
 */
export async function checkKnownAnswer(area: string, day: string, tally: Tally): Promise<boolean> {
  const { query } = knownAreas[area]!
  const known = await answerOf(query(`(knownOn: "${day}")`))
  const cut = await answerOf(query(''), day)
  const isEqual =
    isDeepStrictEqual(known.data, cut.data) &&
    (known.errors ?? []).length === (cut.errors ?? []).length
  tally.count(`${area}: the answer is that of the files cut at the day`, isEqual, day)
  const text = JSON.stringify(known.data)
  const days = [
    ...[...text.matchAll(filedDays)].map(([, filed = '']) => filed),
    ...[...text.matchAll(settlementDays)].map(([, settled = '']) => publishedOn(settled)),
  ]
  const isPast = days.every((each) => each <= day)
  tally.count(`${area}: nothing is of a later day`, isPast, day)
  return /\d/.test(text)
}

/** Random days of an area, the same ones in every run. */
export function daysOfArea(area: string, count: number): string[] {
  const [first, last] = knownAreas[area]!.days
  const after = fc.integer({ min: 0, max: daysBetween(first, last) })
  return fc.sample(after, { numRuns: count, seed: 19 }).map((days) => addDays(first, days))
}

const daysOfEach = 25

/** The whole check of every area. */
export async function knownAnswersArea(): Promise<AccuracyArea> {
  const tally = createTally()
  for (const area of Object.keys(knownAreas))
    for (const day of daysOfArea(area, daysOfEach)) await checkKnownAnswer(area, day, tally)
  return {
    area: 'Answers known on a day',
    truth: `real files of Apple and NVIDIA, real short interest, and two versions of the real GDP of the US, cut at ${daysOfEach} random days and read on that day.`,
    rows: tally.rows(),
  }
}
