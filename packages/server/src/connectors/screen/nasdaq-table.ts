import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { tidy } from '../../sources/tidy.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { dropAnswer } from '../../upstreams/refused-answers.ts'
import type { TableRow } from './screen-row.ts'

export const nasdaqTable: Upstream = {
  id: 'nasdaq-screener',
  name: 'Nasdaq stock screener',
  hosts: ['api.nasdaq.com'],
  url: 'https://www.nasdaq.com/market-activity/stocks/screener',
  licence: { class: 'restricted', text: 'Nasdaq terms: no redistribution without an agreement' },
  delay: 'up to 15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

const exchanges = { nasdaq: 'Nasdaq', nyse: 'NYSE', amex: 'NYSE American' } as const
type Exchange = keyof typeof exchanges

const headers = { accept: 'application/json' }

/**
 * Minimum rows of an exchange. The exchanges list some 7,000 names, so fewer rows mean a truncated
 * table.
 */
const rowsMin = 200
const staleAfterDays = 4
const needed = ['price', 'changePercent', 'volume', 'marketCap'] as const

/**
 * Every listed share of the three exchanges, one request each.
 *
 * @throws FiqError `UPSTREAM_…` if any exchange fails, because a partial universe would give a
 * wrong screen
 */
export async function loadNasdaqTable(
  context: ConnectorContext,
): Promise<Sourced<readonly TableRow[]>> {
  const { marketState } = marketClock(context.now())
  const loaded = await Promise.all(
    (Object.keys(exchanges) as Exchange[]).map((exchange) => loadExchange(exchange, context)),
  )
  const value = loaded.flatMap(({ rows }) => rows.map((row) => ({ ...row, marketState })))
  const { answer, url } = loaded[0]!
  if (value.length < rowsMin) {
    for (const each of loaded) dropAnswer(each.url)
    refuse(url, `a table of ${value.length} rows`)
  }
  const stale = ageDays(answer.asOf ?? answer.retrievedAt, context.now()) > staleAfterDays
  return { value, provenance: [provenanceOf(nasdaqTable, answer, { stale })] }
}

async function loadExchange(exchange: Exchange, context: ConnectorContext) {
  const url = new URL('https://api.nasdaq.com/api/screener/stocks')
  url.search = `tableonly=true&limit=25&offset=0&exchange=${exchange}&download=true`
  const { body, answer } = await context.json(url, tableSchema, { headers, bulk: true })
  const rows = rowsOf(body, exchange)
  // Bounds on an empty column would silently exclude every share.
  const empty = needed.find((field) => rows.every((row) => row[field] === null))
  if (rows.length > 0 && empty !== undefined) refuse(url, `a table without ${empty}`)
  return { rows, answer, url }
}

function rowsOf(
  { data }: z.output<typeof tableSchema>,
  exchange: Exchange,
): Omit<TableRow, 'marketState'>[] {
  return data.rows.map((row) => {
    const { lastsale: price, netchange: change, marketCap } = row
    return {
      ticker: tickerOf(row.symbol),
      name: row.name === '' ? null : row.name,
      exchange: exchanges[exchange],
      price,
      previousClose: price === null || change === null ? null : tidy(price - change),
      changePercent: row.pctchange,
      volume: row.volume,
      averageDailyVolume3M: null,
      preMarketPrice: null,
      // The table writes 0 if it does not know the number of shares.
      marketCap: marketCap === 0 ? null : marketCap,
      sector: row.sector === '' ? null : row.sector,
    }
  })
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
/** A number as text: `$1.23`, `-3.96%`, `UNCH` for 0, or empty. */
const figure = text.transform((cell, context) => {
  const plain = cell.replace(/[$,%\s]/g, '')
  if (plain === 'UNCH') return 0
  if (plain === '' || plain === 'N/A') return null
  const value = Number(plain)
  if (Number.isFinite(value)) return value
  context.addIssue({ code: 'custom', message: 'not a number' })
  return z.NEVER
})
const tableSchema = z.object({
  data: z.object({
    rows: usableRows(
      z.object({
        symbol: z.string().min(1),
        name: text,
        lastsale: figure,
        netchange: figure,
        pctchange: figure,
        volume: figure,
        marketCap: figure,
        sector: text,
      }),
    ),
  }),
})

/** Converts a symbol: `BRK/B` to `BRK-B`, and the preferred share `ABR^D` to `ABR-PD`. */
function tickerOf(symbol: string): string {
  return normalTicker(symbol.replace('^', '-P'))
}
