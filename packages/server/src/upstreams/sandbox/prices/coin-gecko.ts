import type { UpstreamRequest } from '../../transport.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments } from '../market/instruments.ts'
import type { PriceBook } from '../market/price-book.ts'
import { unknownAddress } from '../market/route.ts'

/** CoinGecko's ids that are not the coin's name in lower case. */
const names: Readonly<Record<string, string>> = {
  'BNB-USD': 'binancecoin',
  'XRP-USD': 'ripple',
  'AVAX-USD': 'avalanche-2',
  'HBAR-USD': 'hedera-hashgraph',
  'NEAR-USD': 'near',
  'POL-USD': 'polygon-ecosystem-token',
}

let coins: ReadonlyMap<string, Instrument> | undefined

/** `/api/v3/coins/markets?vs_currency=usd&ids=bitcoin,ethereum`. Omits unknown names. */
export function coinGeckoMarkets(book: PriceBook, request: UpstreamRequest, now: number): string {
  if (request.url.pathname !== '/api/v3/coins/markets') return unknownAddress(request)
  coins ??= byName()
  const known = coins
  const ids = (request.url.searchParams.get('ids') ?? '').split(',')
  const rows = ids.flatMap((id) => {
    const coin = known.get(id)
    return coin ? [rowOf(id, coin, book, now)] : []
  })
  return JSON.stringify(rows)
}

function byName(): ReadonlyMap<string, Instrument> {
  const found = [...instruments().values()].filter(({ kind }) => kind === 'CRYPTOCURRENCY')
  return new Map(
    found.map((coin) => {
      const own = coin.name.replace(/ USD$/, '').toLowerCase().replaceAll(' ', '-')
      return [names[coin.symbol] ?? own, coin]
    }),
  )
}

function rowOf(id: string, coin: Instrument, book: PriceBook, now: number): object {
  const { price, previousClose, today } = book.quote(coin, now)
  return {
    id,
    symbol: coin.symbol.replace('-USD', '').toLowerCase(),
    name: coin.name,
    current_price: price,
    market_cap: Math.round(price * coin.shares),
    total_volume: today.volume,
    high_24h: today.high,
    low_24h: today.low,
    price_change_24h: price - previousClose,
    price_change_percentage_24h: (100 * (price - previousClose)) / previousClose,
    circulating_supply: coin.shares,
    last_updated: new Date(now).toISOString(),
  }
}
