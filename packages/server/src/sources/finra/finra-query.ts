import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { batchLoads } from '../batch-loads.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import { usableRows } from '../usable-rows.ts'
import {
  daysToCoverOf,
  finraSymbol,
  inOrder,
  isStaleSettlement,
  type ShortInterestRecord,
} from './short-interest-record.ts'

export const finraQuery: Upstream = {
  id: 'finra-short-interest',
  name: 'FINRA Query API, consolidated short interest',
  hosts: ['api.finra.org'],
  url: 'https://developer.finra.org/docs',
  licence: {
    class: 'restricted',
    text: 'FINRA terms: free for non-commercial use; selling it needs an agreement',
  },
  delay: 'twice a month, seven business days after settlement',
  timing: { delay: 'periodic' },
}

const address = 'https://api.finra.org/data/group/otcMarket/name/consolidatedShortInterest'

/** FINRA's limit. Ten symbols with two settlements a month since 2014 have fewer rows. */
const rowsMax = 5_000
const rowsOfSymbolMax = 1_000
const symbolsMax = 10

/** Settlements of a ticker, and the days of those whose figures FINRA revised. */
export type SettlementsRead = Sourced<readonly ShortInterestRecord[]> & {
  revised: ReadonlySet<string>
}

/**
 * Every settlement of a ticker, newest first. FINRA omits the mark of share classes: `BRKB`.
 *
 * @throws FiqError `NOT_FOUND` for a security that FINRA does not list, `UPSTREAM_…`
 */
export async function loadFromQuery(
  ticker: string,
  context: ConnectorContext,
): Promise<SettlementsRead> {
  const together = context.oneByOne ? 1 : symbolsMax
  const load = await context.cached('finra:together', Infinity, async () =>
    batchLoads(together, recordsBySymbol),
  )
  const found = await load(finraSymbol(ticker), context)
  if (!found) throw new FiqError('NOT_FOUND', `FINRA has no short interest of ${ticker}.`)
  return found
}

async function recordsBySymbol(
  symbols: readonly string[],
  context: ConnectorContext,
): Promise<ReadonlyMap<string, SettlementsRead>> {
  const url = new URL(address)
  const { body, answer } = await context.json(url, rowsSchema, {
    method: 'POST',
    body: JSON.stringify({
      domainFilters: [{ fieldName: 'symbolCode', values: symbols }],
      offset: 0,
      limit: Math.min(rowsMax, rowsOfSymbolMax * symbols.length),
    }),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  })
  const bySymbol = Map.groupBy(body, ({ symbol }) => symbol)
  const entries = [...bySymbol].map(([symbol, rows]) => {
    const value = inOrder(rows)
    const asOf = value[0]!.settlementDate
    const stale = isStaleSettlement(asOf, context.now())
    const revised = new Set(
      rows.filter((row) => row.revised).map(({ record }) => record.settlementDate),
    )
    const provenance = [provenanceOf(finraQuery, answer, { asOf, stale })]
    return [symbol, { value, provenance, revised }] as const
  })
  return new Map(entries)
}

const number = z.number().nullable()
const rowsSchema = usableRows(
  z
    .object({
      symbolCode: z.string(),
      settlementDate: z.iso.date(),
      currentShortPositionQuantity: number,
      previousShortPositionQuantity: number,
      averageDailyVolumeQuantity: number,
      daysToCoverQuantity: number,
      changePercent: number,
      revisionFlag: z.string().nullish(),
    })
    .transform((row) => ({
      symbol: row.symbolCode,
      record: {
        settlementDate: row.settlementDate,
        sharesShort: row.currentShortPositionQuantity,
        daysToCover: daysToCoverOf(row.daysToCoverQuantity, row.averageDailyVolumeQuantity),
        previousSharesShort: row.previousShortPositionQuantity,
        changePercent: row.changePercent,
        averageDailyVolume: row.averageDailyVolumeQuantity,
      },
      revised: Boolean(row.revisionFlag),
    })),
)
