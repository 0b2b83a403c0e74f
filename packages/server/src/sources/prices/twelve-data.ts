import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { newYorkWallTime } from '../../market-clock/new-york-time.ts'
import { refuse, refuseAsLimited } from '../../upstreams/checked-answer.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { shareSymbol } from '../symbols/share-symbol.ts'
import { usableRows } from '../usable-rows.ts'
import type { Interval, Range } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

/** The terms and the key of every source of Twelve Data. */
export const twelveData = {
  hosts: ['api.twelvedata.com'],
  licence: { class: 'restricted', text: "Twelve Data: as the operator's plan allows" },
  key: 'TWELVE_DATA_API_KEY',
} as const satisfies Partial<Upstream>

export const twelveDataBars: Upstream = {
  ...twelveData,
  id: 'twelve-data-bars',
  name: 'Twelve Data bars',
  url: 'https://twelvedata.com/docs#time-series',
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
}

/** Twelve Data writes numbers as text. */
export const numberText = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number)

/** An error with its code in the body, even with status 200. */
export const problemSchema = z.object({
  code: z.int(),
  message: z.string(),
  status: z.literal('error'),
})

/**
 * Throws the error in a body.
 *
 * @throws FiqError `UPSTREAM_RATE_LIMITED`, `NOT_FOUND`, `NOT_CONFIGURED`, `UPSTREAM_CHANGED`
 */
export function refuseProblem(url: URL, symbol: string, code: number): never {
  if (code === 429) refuseAsLimited(url)
  if (code === 400 || code === 404)
    throw new FiqError('NOT_FOUND', `${url.host} does not know ${symbol}.`)
  if (code === 401 || code === 403)
    throw new FiqError('NOT_CONFIGURED', `${url.host} refuses the key of this server.`)
  return refuse(url, `the error ${code}`)
}

/** Twelve Data spells share classes with a point. */
export const twelveDataSymbol = (symbol: string): string => shareSymbol(symbol, '.') ?? symbol

const intervals = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '60m': '1h',
  '1d': '1day',
} as const satisfies Partial<Record<Interval, string>>
const barsMax = 5_000

/**
 * Bars of a US share, oldest first, adjusted for splits. Without volume, because that of Twelve
 * Data covers only some exchanges.
 *
 * @throws FiqError `NOT_FOUND` for an unknown symbol, `UPSTREAM_…`
 */
export async function loadTwelveDataBars(
  symbol: string,
  range: Range,
  interval: keyof typeof intervals,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const url = new URL('https://api.twelvedata.com/time_series')
  url.searchParams.set('symbol', twelveDataSymbol(symbol))
  url.searchParams.set('interval', intervals[interval])
  url.searchParams.set('outputsize', String(barsMax))
  const { body, answer } = await context.json(url, z.union([seriesSchema, problemSchema]))
  if (body.status === 'error') return refuseProblem(url, symbol, body.code)
  const bars = body.values.map(barOf).reverse()
  return sourcedBars(twelveDataBars, answer, { symbol, bars, range, currency: 'USD' }, context)
}

const seriesSchema = z.object({
  status: z.literal('ok'),
  values: usableRows(
    z.object({
      // A day, or a time in New York without a zone.
      datetime: z.string().regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/),
      open: numberText,
      high: numberText,
      low: numberText,
      close: numberText,
    }),
  ),
})

function barOf({ datetime, ...prices }: z.output<typeof seriesSchema>['values'][number]): Bar {
  const date = datetime.length === 10 ? datetime : newYorkWallTime(datetime.replace(' ', 'T'))
  return { date, ...prices, volume: null }
}
