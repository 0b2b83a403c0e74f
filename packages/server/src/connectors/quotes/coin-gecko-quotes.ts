import { z } from 'zod'
import type { Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import { type QuoteSource, staleAfterDays, unreadable } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { tidy } from '../../sources/tidy.ts'
import { usableRows } from '../../sources/usable-rows.ts'

const coinGecko: Upstream = {
  id: 'coingecko',
  name: 'CoinGecko',
  hosts: ['api.coingecko.com'],
  url: 'https://www.coingecko.com',
  licence: { class: 'restricted', text: 'CoinGecko terms: attribution; selling needs a plan' },
  delay: 'one minute',
  timing: { delay: 'periodic', venue: 'consolidated' },
  optionalKey: 'COINGECKO_API_KEY',
}

/** CoinGecko's ids of the coins in the directory. */
const names: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  USDT: 'tether',
  BNB: 'binancecoin',
  SOL: 'solana',
  XRP: 'ripple',
  USDC: 'usd-coin',
  DOGE: 'dogecoin',
  ADA: 'cardano',
  TRX: 'tron',
  AVAX: 'avalanche-2',
  LINK: 'chainlink',
  SHIB: 'shiba-inu',
  DOT: 'polkadot',
  BCH: 'bitcoin-cash',
  LTC: 'litecoin',
  XLM: 'stellar',
  UNI: 'uniswap',
  ATOM: 'cosmos',
  XMR: 'monero',
  ETC: 'ethereum-classic',
  HBAR: 'hedera-hashgraph',
  NEAR: 'near',
  APT: 'aptos',
  ARB: 'arbitrum',
  OP: 'optimism',
  FIL: 'filecoin',
  ICP: 'internet-computer',
  AAVE: 'aave',
  ALGO: 'algorand',
  XTZ: 'tezos',
  POL: 'polygon-ecosystem-token',
}
const nameOf = (symbol: string) =>
  symbol.endsWith('-USD') ? names[symbol.slice(0, -'-USD'.length)] : undefined

/** Prices of coins in USD, one request for all. The previous close is the price 24 hours ago. */
export const coinGeckoQuotes: QuoteSource = {
  upstream: coinGecko,
  symbolsMax: 100,
  covers: (symbol) => nameOf(symbol) !== undefined,
  async load(symbols, context) {
    const url = new URL('https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd')
    url.searchParams.set('ids', symbols.map(nameOf).join(','))
    const { body, answer } = await context.json(url, coinsSchema)
    const coins = body
    const byName = new Map(coins.map((coin) => [coin.id, coin]))
    const value = new Map<string, QuoteRow>()
    for (const symbol of symbols) {
      const coin = byName.get(nameOf(symbol) ?? '')
      if (coin) value.set(symbol, rowOf(symbol, coin))
    }
    const times = coins.flatMap(({ last_updated }) => last_updated ?? [])
    const asOf = times.sort()[0] ?? answer.asOf
    const stale = ageDays(asOf, context.now()) > staleAfterDays.open
    const missed = unreadable(symbols, value, coins, url)
    return { value, provenance: [provenanceOf(coinGecko, answer, { asOf, stale })], missed }
  },
}

const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null)
const coinsSchema = usableRows(
  z.object({
    id: z.string(),
    name: z.string().nullish(),
    current_price: number,
    price_change_24h: number,
    total_volume: number,
    market_cap: number,
    last_updated: z.iso
      .datetime()
      .transform((time) => `${time.slice(0, 19)}Z`)
      .nullish(),
  }),
)

function rowOf(symbol: string, coin: z.output<typeof coinsSchema>[number]): QuoteRow {
  const { current_price: price, price_change_24h: change, total_volume: traded } = coin
  const previousClose = price === null || change === null ? null : tidy(price - change)
  return {
    ...emptyRow(symbol),
    name: coin.name ?? null,
    price,
    previousClose,
    ...(price === null ? {} : changeOf(price, previousClose)),
    // CoinGecko states the volume in dollars; quotes state it in coins.
    volume: price && traded !== null ? tidy(traded / price) : null,
    marketCap: coin.market_cap,
    currency: 'USD',
    asOf: coin.last_updated ?? null,
    marketState: 'REGULAR',
  }
}
