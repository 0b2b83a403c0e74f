import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { refuse, refuseAsLimited } from '../../upstreams/checked-answer.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import type { EarningsCalendar, ExpectedEarnings } from './expected-earnings.ts'

const upstream: Upstream = {
  id: 'alpha-vantage-calendar',
  name: 'Alpha Vantage earnings calendar',
  hosts: ['www.alphavantage.co'],
  url: 'https://www.alphavantage.co/documentation/#earnings-calendar',
  licence: { class: 'restricted', text: "Alpha Vantage: as the operator's plan allows" },
  delay: 'daily',
  key: 'ALPHAVANTAGE_API_KEY',
  // The sandbox answers in its name without a key.
  isOnlyOne: true,
}

/** Announcements of all US companies in the next three months, one request a day. */
export const alphaVantageCalendar: EarningsCalendar = {
  upstream,
  async load(ticker, context) {
    const { value, provenance } = await loadCalendar(context)
    return { value: value.get(ticker) ?? [], provenance }
  },
}

type ByTicker = ReadonlyMap<string, readonly ExpectedEarnings[]>

const daySeconds = 24 * 3_600
const columns = ['symbol', 'reportDate', 'fiscalDateEnding', 'estimate', 'currency'] as const
/** Absent from older answers. */
const sessionColumn = 'timeOfTheDay'

function loadCalendar(context: ConnectorContext): Promise<Sourced<ByTicker>> {
  return context.cached('earnings-calendar', daySeconds, async (context) => {
    const url = new URL('https://www.alphavantage.co/query?function=EARNINGS_CALENDAR')
    url.searchParams.set('horizon', '3month')
    const { body, answer } = await context.text({ url, expects: 'csv', bulk: true, perDay: 1 })
    return { value: parseCalendar(body, url), provenance: [provenanceOf(upstream, answer)] }
  })
}

/**
 * The notice of a used-up quota: JSON, or below the header the letters of its name, one a column.
 */
const quotaNotice = /^(?:\s*\{\s*"(?:Information|Note)"|[^\n]*\n(?:I,n,f,o|N,o,t,e),)/

/**
 * The rows of the calendar by ticker, earliest first.
 *
 * @throws FiqError `UPSTREAM_RATE_LIMITED` for the notice of a used-up quota; `UPSTREAM_CHANGED` for
 * any other text
 */
function parseCalendar(text: string, url: URL): ByTicker {
  if (quotaNotice.test(text)) refuseAsLimited(url)
  const { rows, others } = csvTable(text, url, columns, ',', (header) =>
    header.includes(sessionColumn) ? [sessionColumn] : [],
  )
  if (rows.length === 0) refuse(url, 'a calendar without a row')
  const byTicker = new Map<string, ExpectedEarnings[]>()
  for (const [at, [symbol, date, periodEnd, estimate, currency]] of rows.entries()) {
    // A company without a known date.
    if (date === '' || symbol === '') continue
    if (!isDay(date)) refuse(url, `an unknown day ${JSON.stringify(date.slice(0, 40))}`)
    const ticker = normalTicker(symbol)
    byTicker.set(ticker, [
      ...(byTicker.get(ticker) ?? []),
      {
        date,
        session: sessionOf(others[at]?.[0] ?? ''),
        periodEnd: isDay(periodEnd) ? periodEnd : null,
        fiscalYear: null,
        fiscalPeriod: null,
        epsEstimate: /^-?\d+(?:\.\d+)?$/.test(estimate) ? Number(estimate) : null,
        revenueEstimate: null,
        currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
      },
    ])
  }
  for (const dates of byTicker.values()) dates.sort((a, b) => (a.date < b.date ? -1 : 1))
  return byTicker
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function sessionOf(text: string): ExpectedEarnings['session'] {
  if (/^pre/i.test(text)) return 'PRE'
  if (/^(?:post|after)/i.test(text)) return 'POST'
  return null
}
