import { type HostRule, hostRules } from './host-rules.ts'

type Pacing = Pick<
  HostRule,
  'perSecond' | 'burst' | 'perDay' | 'ofTablesPerDay' | 'group' | 'patienceMs'
>

const personalYahoo: Pacing = {
  perSecond: 0.3,
  burst: 2,
  perDay: 300,
  group: 'yahoo.com',
  // The first query sends two requests for its session, and the second of them waits 3.3 seconds.
  patienceMs: 4_000,
}

/**
 * Limits for a personal server: those of free plans, or a chosen value if an owner states none. A
 * server that sells answers needs its own plans.
 */
const personalPacing: Readonly<Record<string, Pacing>> = {
  'finnhub.io': { perSecond: 0.8, burst: 10 },
  // One request is for the calendar of earnings.
  'www.alphavantage.co': { perSecond: 1, burst: 1, perDay: 24, ofTablesPerDay: 1 },
  'api.coingecko.com': { perSecond: 0.1, burst: 3, perDay: 300 },
  'api.finra.org': { perSecond: 2, burst: 4 },
  'cdn-api.cboe.com': { perSecond: 0.2, burst: 2, perDay: 300 },
  'demo.dxfeed.com': { perSecond: 0.2, burst: 2, perDay: 200 },
  'news.google.com': { perSecond: 0.1, burst: 2, perDay: 200 },
  'query1.finance.yahoo.com': personalYahoo,
  'query2.finance.yahoo.com': personalYahoo,
  'fc.yahoo.com': personalYahoo,
  'finance.yahoo.com': personalYahoo,
  // 125 a day.
  'www.courtlistener.com': { perSecond: 1 / 12, burst: 5, perDay: 120 },
}

/** The rules of a personal server. */
export const personalRules: Readonly<Record<string, HostRule>> = {
  ...hostRules,
  ...Object.fromEntries(
    Object.entries(personalPacing).map(([host, pacing]) => [
      host,
      { ...hostRules[host], ...pacing },
    ]),
  ),
}
