import { z } from 'zod'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import type { Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { daysAhead, type EarningsCalendar, type ExpectedEarnings } from './expected-earnings.ts'

const upstream: Upstream = {
  id: 'finnhub-calendar',
  name: 'Finnhub earnings calendar',
  hosts: ['finnhub.io'],
  url: 'https://finnhub.io/docs/api/earnings-calendar',
  licence: { class: 'restricted', text: "Finnhub: as the operator's plan allows" },
  delay: 'daily',
  key: 'FINNHUB_API_KEY',
}

/**
 * Announcements of one company in the next three months. An answer for all companies ends after
 * 1,500 rows.
 */
export const finnhubCalendar: EarningsCalendar = {
  upstream,
  async load(ticker, context) {
    const now = context.now()
    const until = new Date(now.getTime() + daysAhead * 86_400_000)
    const url = new URL('https://finnhub.io/api/v1/calendar/earnings')
    // Finnhub spells share classes with a point.
    const symbol = shareSymbol(ticker, '.') ?? ticker
    url.searchParams.set('from', newYorkDay(now.toISOString()))
    url.searchParams.set('to', until.toISOString().slice(0, 10))
    url.searchParams.set('symbol', symbol)
    const { body, answer } = await context.json(url, calendarSchema)
    const value = (body.earningsCalendar ?? [])
      .filter((row) => row.symbol === symbol && row.epsActual == null)
      .map(expectedOf)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
    return { value, provenance: [provenanceOf(upstream, answer)] }
  },
}

const number = z.number().nullish()
const rowSchema = z.object({
  date: z.iso.date(),
  symbol: z.string(),
  // `bmo` before the open, `amc` after the close, `dmh` during market hours.
  hour: z.string().nullish(),
  epsEstimate: number,
  epsActual: number,
  revenueEstimate: number,
  quarter: number,
  year: number,
})
const calendarSchema = z.object({ earningsCalendar: usableRows(rowSchema).nullable() })

const sessions: Readonly<Record<string, ExpectedEarnings['session']>> = {
  bmo: 'PRE',
  dmh: 'REGULAR',
  amc: 'POST',
}

function expectedOf(row: z.output<typeof rowSchema>): ExpectedEarnings {
  const isQuarter = row.quarter != null && [1, 2, 3, 4].includes(row.quarter)
  return {
    date: row.date,
    session: sessions[row.hour ?? ''] ?? null,
    periodEnd: null,
    fiscalYear: Number.isInteger(row.year) ? (row.year ?? null) : null,
    fiscalPeriod: isQuarter ? `Q${row.quarter}` : null,
    epsEstimate: row.epsEstimate ?? null,
    revenueEstimate: row.revenueEstimate ?? null,
    currency: null,
  }
}
