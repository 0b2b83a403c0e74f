import { FiqError } from '@fiq/shared/errors'
import { dayNumber } from '../../market-clock/calendar-day.ts'
import { tradingDayUpTo } from '../../market-clock/nyse-days.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { columnPlaces, readableRows } from '../../upstreams/csv-table.ts'
import { failsToDeliverRequest, secLicence } from '../../upstreams/sec.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import type { ConnectorContext, Provenance, Upstream } from '../connector.ts'
import { ageDays, provenanceOf } from '../sourced.ts'
import { symbolOf } from '../symbols/market-symbol.ts'
import { shareSymbol } from '../symbols/share-symbol.ts'

/**
 * The only free source that maps CUSIPs to tickers, and of closes: files of trades that failed to
 * settle.
 */
export const failsToDeliver: Upstream = {
  id: 'sec-fails-to-deliver',
  name: 'SEC fails-to-deliver files',
  hosts: ['www.sec.gov'],
  url: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
  licence: { class: 'public', text: secLicence },
  delay: 'twice a month, some weeks later',
  timing: { delay: 'periodic', venue: 'consolidated' },
}

/** A closing price and its trading day. */
export type OldClose = { price: number; day: string }

export type CusipTickers = {
  tickerOf(cusip: string): string | null
  /** The newest close in the files, weeks old. */
  closeOf(ticker: string): OldClose | undefined
  /** Ignores punctuation, because the files write `BRKB`. */
  cusipsOf(ticker: string): readonly string[]
}

/**
 * CUSIPs and tickers of the newest available files. The newest file takes precedence. A security
 * without a failed settlement in that time is missing.
 *
 * @throws FiqError of the upstream if no file is available
 */
export function cusipTickers(
  context: ConnectorContext,
): Promise<{ value: CusipTickers; provenance: Provenance }> {
  return context.cached('fails-to-deliver', maxAgeSeconds, async (context) => {
    const found = new Map<string, ListedFail>()
    let newest: Provenance | undefined
    let failure: unknown
    let files = 0
    for (const half of halfMonths(context.now())) {
      if (files === filesRead) break
      try {
        const request = failsToDeliverRequest(half)
        const answer = await context.fetch(request)
        const rows = readFailsToDeliver(answer, request.url)
        for (const [cusip, fail] of rows) if (!found.has(cusip)) found.set(cusip, fail)
        const asOf = dayOfHalf(half)
        const stale = ageDays(asOf, context.now()) > staleAfterDays
        newest ??= provenanceOf(failsToDeliver, answer, { asOf, stale })
        files += 1
      } catch (error) {
        if (!(error instanceof FiqError)) throw error
        failure ??= error
        if (error.code !== 'NOT_FOUND') break
      }
    }
    if (!newest) throw failure
    return { value: tickersOf(found), provenance: newest }
  })
}

const maxAgeSeconds = 24 * 60 * 60
const staleAfterDays = 120
/** Number of files. Two months of failed settlements name nearly all traded securities. */
const filesRead = 4
const halvesTried = 12
const fileBytesMax = 64 * 2 ** 20

/** The newest row of a security. */
export type ListedFail = { ticker: string; close: OldClose | undefined }

/**
 * Parses one file: `SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE`, with lines of
 * totals at the end. The last row of a CUSIP counts. The price is the close of the day before the
 * settlement date; `.` if the SEC has none.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for any other file
 */
export function readFailsToDeliver(answer: UpstreamAnswer, url: URL): Map<string, ListedFail> {
  const text = latin1.decode(unpacked(answer, url))
  const [header = '', ...lines] = text.split(/\r?\n/)
  const columns = ['SETTLEMENT DATE', 'CUSIP', 'SYMBOL', 'PRICE']
  const places = columnPlaces(header.split('|'), columns, url)
  const rows = lines.map((line) => line.split('|')).filter((cells) => cells.length > places.length)
  const fails = readableRows(rows, url, (cells): [string, ListedFail] | undefined => {
    const [day = '', cusip = '', symbol = '', price = ''] = places.map((place) => cells[place])
    if (!/^\d{8}$/.test(day) || !/^[\dA-Z]{9}$/.test(cusip) || symbol === '') return undefined
    return [cusip, { ticker: symbol.trim(), close: closeBefore(day, price) }]
  })
  return new Map(fails)
}

function closeBefore(settlementDate: string, price: string): OldClose | undefined {
  if (!(Number(price) > 0)) return undefined
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(settlementDate)!.map(Number)
  const before = dayNumber({ year: year!, month: month!, day: day! }) - 1
  return { price: Number(price), day: tradingDayUpTo(before) }
}

const latin1 = new TextDecoder('latin1')

function unpacked(answer: UpstreamAnswer, url: URL): Uint8Array {
  try {
    const [entry] = zipEntries(answer.body) ?? []
    if (entry) return entry.read(fileBytesMax)
  } catch {
    // Treat a damaged archive like a missing one.
  }
  return refuse(url, 'bytes other than a zip archive')
}

/** Names of the half months: `202608b` before `202608a`, from the newest one that has begun. */
function halfMonths(now: Date): string[] {
  const halves: string[] = []
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  while (halves.length < halvesTried) {
    const month = day.toISOString().slice(0, 7).replace('-', '')
    halves.push(`${month}b`, `${month}a`)
    day.setUTCMonth(day.getUTCMonth() - 1)
  }
  return halves
}

function dayOfHalf(half: string): string {
  return `${half.slice(0, 4)}-${half.slice(4, 6)}-${half.endsWith('a') ? '15' : '28'}`
}

function tickersOf(found: ReadonlyMap<string, ListedFail>): CusipTickers {
  const cusips = Map.groupBy(found.keys(), (cusip) => plain(found.get(cusip)!.ticker))
  const cusipsOf = (ticker: string) => cusips.get(shareSymbol(symbolOf(ticker), '') ?? '') ?? []
  return {
    tickerOf: (cusip) => found.get(cusip)?.ticker ?? null,
    // A reused ticker has several CUSIPs. The newest close belongs to the current one.
    closeOf: (ticker) =>
      cusipsOf(ticker)
        .flatMap((cusip) => found.get(cusip)?.close ?? [])
        .sort((a, b) => b.day.localeCompare(a.day))[0],
    cusipsOf,
  }
}

function plain(ticker: string): string {
  return ticker.toUpperCase().replace(/[^A-Z\d]/g, '')
}
