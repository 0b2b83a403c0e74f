import type { UpstreamRequest } from '../../transport.ts'
import { dayOf, times } from '../market/newest-first.ts'
import { hashText, mix, uniform, waves } from '../market/random.ts'
import { dayMs } from '../market/sessions.ts'

const markets: Readonly<Record<string, string>> = {
  '13874A': 'E-MINI S&P 500 - CHICAGO MERCANTILE EXCHANGE',
  '124603': 'DJIA x $5 - CHICAGO BOARD OF TRADE',
  '209742': 'NASDAQ MINI - CHICAGO MERCANTILE EXCHANGE',
  '239742': 'RUSSELL E-MINI - CHICAGO MERCANTILE EXCHANGE',
  '33874A': 'E-MINI S&P 400 STOCK INDEX - CHICAGO MERCANTILE EXCHANGE',
  '1170E1': 'VIX FUTURES - CBOE FUTURES EXCHANGE',
  '043602': 'UST 10Y NOTE - CHICAGO BOARD OF TRADE',
  '044601': 'UST 5Y NOTE - CHICAGO BOARD OF TRADE',
  '020601': 'UST BOND - CHICAGO BOARD OF TRADE',
  '240741': 'NIKKEI STOCK AVERAGE - CHICAGO MERCANTILE EXCHANGE',
  '133741': 'BITCOIN - CHICAGO MERCANTILE EXCHANGE',
  '146021': 'ETHER CASH SETTLED - CHICAGO MERCANTILE EXCHANGE',
}
const weeksStored = 520

/** CFTC `/resource/6dca-aqww.json?cftc_contract_market_code=13874A`: Tuesdays, numbers as text. */
export function commitments({ url }: UpstreamRequest, now: number, seed: number): string {
  const code = url.searchParams.get('cftc_contract_market_code') ?? ''
  const market = markets[code]
  if (!market) return '[]'
  // Figures of a Tuesday are published on Friday. 1970-01-06 was a Tuesday.
  const newest = Math.floor((now / dayMs - 3.8 - 5) / 7)
  const rows = times(weeksStored, (back) => {
    const day = 5 + 7 * (newest - back)
    const key = mix(hashText(code), seed)
    const open = Math.round(1e5 * (2 + uniform(key, 1)) * (1 + 0.3 * waves(key, day / 365)))
    const share = (salt: number) =>
      String(Math.round(open * (0.3 + 0.15 * waves(mix(key, salt), day / 365))))
    return {
      report_date_as_yyyy_mm_dd: `${dayOf(day * dayMs)}T00:00:00.000`,
      market_and_exchange_names: market,
      cftc_contract_market_code: code,
      open_interest_all: String(open),
      noncomm_positions_long_all: share(2),
      noncomm_positions_short_all: share(3),
      comm_positions_long_all: share(4),
      comm_positions_short_all: share(5),
    }
  })
  return JSON.stringify(rows)
}
