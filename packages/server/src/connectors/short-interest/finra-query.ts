import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { checkAnswer, narrowedJson } from '../../upstreams/checked-answer.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { normalTicker, plainTicker } from '../normal-ticker.ts'
import { provenanceOf } from '../sourced.ts'
import { inOrder, isStaleSettlement, type ShortInterestRecord } from './short-interest-record.ts'

export const finraQuery: Upstream = {
  id: 'finra-short-interest',
  name: 'FINRA Query API, consolidated short interest',
  hosts: ['api.finra.org'],
  url: 'https://developer.finra.org/docs',
  licence: {
    class: 'restricted',
    text: 'FINRA terms: free for non-commercial use; selling it needs an agreement',
  },
  delay: 'twice a month, about eight days after settlement',
}

const address = 'https://api.finra.org/data/group/otcMarket/name/consolidatedShortInterest'

/** Two settlements a month: more than the history holds. FINRA allows 5,000. */
const rowsMax = 1_000

/**
 * Every settlement of a ticker, newest first. Class shares go without their mark: `BRKB`.
 *
 * @throws FiqError `NOT_FOUND` for a security FINRA does not list, `UPSTREAM_…`
 */
export async function loadFromQuery(
  ticker: string,
  { upstreams, now }: ConnectorContext,
): Promise<Sourced<readonly ShortInterestRecord[]>> {
  const url = new URL(address)
  const symbol = plainTicker(normalTicker(ticker))
  const request = {
    url,
    method: 'POST',
    body: JSON.stringify({
      domainFilters: [{ fieldName: 'symbolCode', values: [symbol] }],
      offset: 0,
      limit: rowsMax,
    }),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    expects: 'json',
  } as const
  const answer = await upstreams.fetch(request)
  checkAnswer(request, null, answer.body)
  const value = inOrder(narrowedJson(answer, url, rowsSchema))
  const newest = value[0]
  if (!newest) throw new FiqError('NOT_FOUND', `FINRA has no short interest of ${ticker}.`)
  const stale = isStaleSettlement(newest.settlementDate, now())
  return {
    value,
    provenance: [provenanceOf(finraQuery, answer, { asOf: newest.settlementDate, stale })],
  }
}

const number = z.number().nullable()
const rowsSchema = z.array(
  z
    .object({
      settlementDate: z.iso.date(),
      currentShortPositionQuantity: number,
      previousShortPositionQuantity: number,
      averageDailyVolumeQuantity: number,
      daysToCoverQuantity: number,
      changePercent: number,
      revisionFlag: z.string().nullish(),
    })
    .transform((row) => ({
      record: {
        settlementDate: row.settlementDate,
        sharesShort: row.currentShortPositionQuantity,
        daysToCover: row.daysToCoverQuantity,
        previousSharesShort: row.previousShortPositionQuantity,
        changePercent: row.changePercent,
        averageDailyVolume: row.averageDailyVolumeQuantity,
      },
      revised: Boolean(row.revisionFlag),
    })),
)
