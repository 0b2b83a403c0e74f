import { normalTicker, tickerLengthMax } from '@fiq/shared/spelling/normal-ticker'

/** Foreign exchanges by Yahoo's suffix: London, Xetra, Tokyo … */
const exchanges = new Set(
  `L DE PA AS BR LS IR MI MC SW VI ST HE OL CO IC WA PR BD AT IS TA F BE DU HM MU SG XC
  T HK KS KQ TW TWO SS SZ NS BO SI KL BK JK VN PS AX NZ TO V CN NE SA MX BA SN CR LM CA JO QA AE SR`
    .trim()
    .split(/\s+/),
)

/**
 * The symbol of an instrument outside the directory: a currency pair (`EURUSD=X`), a future
 * (`GC=F`), a foreign listing (`VOD.L`); `undefined` for any other ticker. Only its source knows
 * whether it exists.
 *
 * @example marketSymbol('vod.l') // 'VOD.L'; `BRK.B` is a share class
 */
export function marketSymbol(ticker: string): string | undefined {
  const symbol = ticker.trim().toUpperCase().slice(0, tickerLengthMax)
  if (/^(?:[A-Z]{3}){1,2}=X$/.test(symbol) || /^[A-Z0-9]{1,8}=F$/.test(symbol)) return symbol
  const [, name = '', exchange = ''] =
    /^([A-Z0-9][A-Z0-9-]{0,11})\.([A-Z]{1,3})$/.exec(symbol) ?? []
  if (!exchanges.has(exchange)) return undefined
  // Hong Kong's codes have at least four digits, which many omit.
  const code = exchange === 'HK' && /^\d+$/.test(name) ? name.padStart(4, '0') : name
  return `${normalTicker(code)}.${exchange}`
}

/**
 * A ticker in the spelling of the directory and Yahoo: {@link marketSymbol}, else {@link
 * normalTicker}.
 */
export function symbolOf(ticker: string): string {
  return marketSymbol(ticker) ?? normalTicker(ticker)
}

/**
 * Whether a symbol is a currency pair, which is not an entity: `EURUSD=X` is the price of a euro in
 * US dollars.
 */
export function isCurrencyPair(symbol: string): boolean {
  return /^[A-Z]{6}=X$/.test(symbol)
}
