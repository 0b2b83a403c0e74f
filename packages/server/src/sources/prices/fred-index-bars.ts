import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { parseFredCsv } from '../fred/fred.ts'
import { fredCopyrighted } from '../fred/fred-terms.ts'
import type { Range } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

/** Index series that FRED republishes. Their owners allow only personal use. */
export const fredIndex: Upstream = {
  ...fredCopyrighted,
  id: 'fred-index',
  name: 'FRED closes of indices',
  hosts: ['fred.stlouisfed.org'],
  delay: 'end of day',
  timing: { delay: 'end-of-day', venue: 'consolidated' },
  isLiveOnly: true,
}

const seriesOf: Readonly<Record<string, string>> = {
  '^GSPC': 'SP500',
  '^DJI': 'DJIA',
  '^IXIC': 'NASDAQCOM',
  '^VIX': 'VIXCLS',
}

/** Whether FRED has closes of the index. */
export function hasFredIndex(symbol: string): boolean {
  return seriesOf[symbol] !== undefined
}

/**
 * Daily closes of an index, oldest first, without open, high, low and volume.
 *
 * @throws FiqError `NOT_FOUND` for another symbol, `UPSTREAM_…`
 */
export async function loadFredIndex(
  symbol: string,
  range: Range,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const series = seriesOf[symbol]
  if (series === undefined) throw new FiqError('NOT_FOUND', `FRED has no closes of ${symbol}.`)
  const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv')
  url.searchParams.set('id', series)
  const { body, answer } = await context.text({ url, expects: 'csv' })
  const nothing = { open: null, high: null, low: null, volume: null }
  const bars = parseFredCsv(body, url).flatMap(({ date, value: close }) =>
    // On holidays the value is empty.
    close === null ? [] : [{ ...nothing, date, close }],
  )
  return sourcedBars(fredIndex, answer, { symbol, bars, range }, context)
}
