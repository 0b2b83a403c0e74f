/** Futures by the names and the spot symbols of what they deliver. */
const futures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'GC=F': 'GOLD XAU XAUUSD',
    'SI=F': 'SILVER XAG XAGUSD',
    'HG=F': 'COPPER',
    'CL=F': 'OIL CRUDE WTI USOIL',
    'BZ=F': 'BRENT UKOIL',
    'NG=F': 'NATGAS GAS',
    'ZC=F': 'CORN',
    'ZW=F': 'WHEAT',
    'ZS=F': 'SOYBEANS',
    'KC=F': 'COFFEE',
  }).flatMap(([symbol, names]) => names.split(' ').map((name) => [name, symbol] as const)),
)
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * The symbol of a currency pair or a future in another common spelling; `undefined` for any other
 * text.
 *
 * @example commonSymbol('EUR/USD') // 'EURUSD=X'
 */
export function commonSymbol(text: string): string | undefined {
  const plain = text.replace(/[\s/_.-]/g, '')
  const future = futures.get(plain)
  if (future !== undefined) return future
  const [base = '', quote = ''] = [plain.slice(0, 3), plain.slice(3)]
  const isPair = currencies.has(base) && currencies.has(quote) && base !== quote
  return isPair ? `${plain}=X` : undefined
}
