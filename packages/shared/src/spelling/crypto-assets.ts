/** A symbol, its name, and other names as one text. */
export type NamedSymbol = readonly [symbol: string, name: string, otherNames?: string]

/** Crypto assets by symbol; largest first. Their ticker is `SYMBOL-USD`. */
export const cryptoAssets: readonly NamedSymbol[] = [
  ['BTC', 'Bitcoin', 'xbt'],
  ['ETH', 'Ethereum', 'ether'],
  ['USDT', 'Tether'],
  ['BNB', 'BNB', 'binance coin'],
  ['SOL', 'Solana'],
  ['XRP', 'XRP', 'ripple'],
  ['USDC', 'USD Coin', 'usdc'],
  ['DOGE', 'Dogecoin'],
  ['ADA', 'Cardano'],
  ['TRX', 'TRON'],
  ['AVAX', 'Avalanche'],
  ['LINK', 'Chainlink'],
  ['SHIB', 'Shiba Inu'],
  ['DOT', 'Polkadot'],
  ['BCH', 'Bitcoin Cash'],
  ['LTC', 'Litecoin'],
  ['XLM', 'Stellar', 'lumens'],
  ['UNI', 'Uniswap'],
  ['ATOM', 'Cosmos'],
  ['XMR', 'Monero'],
  ['ETC', 'Ethereum Classic'],
  ['HBAR', 'Hedera'],
  ['NEAR', 'NEAR Protocol'],
  ['APT', 'Aptos'],
  ['ARB', 'Arbitrum'],
  ['OP', 'Optimism'],
  ['FIL', 'Filecoin'],
  ['ICP', 'Internet Computer'],
  ['AAVE', 'Aave'],
  ['ALGO', 'Algorand'],
  ['XTZ', 'Tezos'],
  ['POL', 'Polygon', 'matic'],
]

const symbols: ReadonlySet<string> = new Set(cryptoAssets.map(([symbol]) => symbol))

/**
 * Whether a ticker names a crypto asset with the currency of its price, in any spelling.
 *
 * @example isCryptoPair('BTC/USD') // true, like BTC-USD and BTCUSD
 */
export function isCryptoPair(ticker: string): boolean {
  if (/[-/._ ](?:USD|USDT|USDC|EUR|GBP|BTC|ETH)$/i.test(ticker)) return true
  const [, symbol = ''] = /^(.+)USD$/i.exec(ticker) ?? []
  return symbols.has(symbol.toUpperCase())
}

/**
 * Whether a quote is one of a crypto asset. A symbol alone may be a share's too, which has an
 * exchange.
 *
 * @example isCryptoQuote({ ticker: 'BTC', exchange: null }) // true
 */
export function isCryptoQuote({
  ticker,
  exchange,
}: {
  readonly ticker?: unknown
  readonly exchange?: unknown
}): boolean {
  if (typeof ticker !== 'string') return false
  if (isCryptoPair(ticker)) return true
  return exchange === null && symbols.has(ticker.toUpperCase())
}
