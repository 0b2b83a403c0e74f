import { marketSymbol } from './market-symbol.ts'

/** Whether a symbol of the directory is an index; the next ones test other kinds of assets. */
export const isIndex = (symbol: string): boolean => symbol.startsWith('^')
/** Whether a symbol names a crypto asset, e.g. `BTC-USD`. */
export const isCoin = (symbol: string): boolean => symbol.endsWith('-USD')
/**
 * Whether a symbol is a share of a US exchange, including preferred ones (`BAC-PL`), warrants and
 * units. `VOD.L`, `CL=F` and `ETH-EUR` are not.
 */
export const isShare = (symbol: string): boolean =>
  /^[A-Z0-9]+(?:-(?:[A-Z]{1,2}|WT[A-Z]))?$/.test(symbol)

/**
 * A US share in the spelling of a source that marks share classes otherwise than by a hyphen.
 * `undefined` for preferred shares, warrants and units: the sources differ, `MET.PA` is a listing
 * in Paris, and without a mark `BC-PC` is `BCPC`, another company.
 *
 * @param mark `''` for sources that omit it
 * @returns `undefined` for any other symbol
 * @example shareSymbol('BRK-B', '.') // 'BRK.B'
 */
export function shareSymbol(symbol: string, mark: '.' | '/' | ''): string | undefined {
  const [, name, letter] = /^([A-Z0-9]+)(?:-([A-Z]))?$/.exec(symbol) ?? []
  if (name === undefined) return undefined
  const spelt = letter === undefined ? name : `${name}${mark}${letter}`
  return marketSymbol(spelt) === undefined ? spelt : undefined
}

/** Whether {@link shareSymbol} spells the symbol. */
export const hasPlainSpelling = (symbol: string): boolean => shareSymbol(symbol, '.') !== undefined
