import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'

export const cftc: Upstream = {
  id: 'cftc-cot',
  name: 'CFTC, Commitments of Traders, futures only',
  hosts: ['publicreporting.cftc.gov'],
  url: 'https://publicreporting.cftc.gov',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'weekly, on Friday for Tuesday',
  timing: { delay: 'periodic' },
}

/** Positions in one futures contract on one day, in contracts. */
export type FuturesPosition = {
  date: string
  market: string
  openInterest: number | null
  nonCommercialLong: number | null
  nonCommercialShort: number | null
  commercialLong: number | null
  commercialShort: number | null
}

/** The CFTC's contract code, by the ticker of the underlying. */
const contracts: Readonly<Record<string, string>> = {
  '^GSPC': '13874A',
  '^DJI': '124603',
  '^NDX': '209742',
  '^RUT': '239742',
  '^MID': '33874A',
  '^VIX': '1170E1',
  '^TNX': '043602',
  '^FVX': '044601',
  '^TYX': '020601',
  '^N225': '240741',
  'BTC-USD': '133741',
  'ETH-USD': '146021',
}

const rowsMax = 2_000
const staleAfterDays = 16

/** Whether the CFTC reports futures on the entity. */
export function hasFutures(ticker: string): boolean {
  return contracts[ticker] !== undefined
}

/**
 * Weekly positions of large traders in the futures of an entity, newest first.
 *
 * @param ticker in the directory's spelling, for which {@link hasFutures} is true
 * @throws FiqError `NOT_FOUND` without reports, `UPSTREAM_…`
 */
export async function loadPositions(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<readonly FuturesPosition[]>> {
  const url = new URL('https://publicreporting.cftc.gov/resource/6dca-aqww.json')
  url.searchParams.set('cftc_contract_market_code', contracts[ticker] ?? '')
  url.searchParams.set('$order', 'report_date_as_yyyy_mm_dd DESC')
  url.searchParams.set('$limit', String(rowsMax))
  const { body, answer } = await context.json(url, rowsSchema)
  const value = body.sort((a, b) => (a.date < b.date ? 1 : -1))
  const asOf = value[0]?.date
  if (asOf === undefined)
    throw new FiqError('NOT_FOUND', `The CFTC reports no futures on ${ticker}.`)
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  return { value, provenance: [provenanceOf(cftc, answer, { asOf, stale })] }
}

/** The CFTC writes numbers as text. An empty cell has no value. */
const contractsHeld = z
  .union([
    z.number(),
    z.string().regex(/^\d+$/).transform(Number),
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => null),
  ])
  .nullish()
  .transform((value) => value ?? null)

const rowsSchema = usableRows(
  z
    .object({
      report_date_as_yyyy_mm_dd: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
      market_and_exchange_names: z.string(),
      open_interest_all: contractsHeld,
      noncomm_positions_long_all: contractsHeld,
      noncomm_positions_short_all: contractsHeld,
      comm_positions_long_all: contractsHeld,
      comm_positions_short_all: contractsHeld,
    })
    .transform((row) => ({
      date: row.report_date_as_yyyy_mm_dd.slice(0, 10),
      market: row.market_and_exchange_names,
      openInterest: row.open_interest_all,
      nonCommercialLong: row.noncomm_positions_long_all,
      nonCommercialShort: row.noncomm_positions_short_all,
      commercialLong: row.comm_positions_long_all,
      commercialShort: row.comm_positions_short_all,
    })),
)
