import { marketSymbol } from './market-symbol.ts'

/** The kind of asset that a symbol of the directory names. */
export const isIndex = (symbol: string): boolean => symbol.startsWith('^')
export const isCoin = (symbol: string): boolean => symbol.endsWith('-USD')
/**
 * A share of a US exchange, preferred ones (`BAC-PL`), warrants and units included. `VOD.L`, `CL=F`
 * and `ETH-EUR` are none.
 */
export const isShare = (symbol: string): boolean =>
  /^[A-Z0-9]+(?:-(?:[A-Z]{1,2}|WT[A-Z]))?$/.test(symbol)

/**
 * A US share as a source spells it whose mark of a class is not the hyphen. Preferred shares,
 * warrants and units are not spelt: the sources differ, `MET.PA` is a listing in Paris, and without
 * a mark `BC-PC` is `BCPC`, another company.
 *
 * @param mark `''` for sources that drop it
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
