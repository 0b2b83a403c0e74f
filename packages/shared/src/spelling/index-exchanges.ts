/**
 * The exchange of an index outside the US, by the suffix of the shares that are listed there, e.g.
 * `L` for London.
 */
export const indexExchanges: Readonly<Record<string, string>> = {
  '^FTSE': 'L',
  '^FTMC': 'L',
  '^GDAXI': 'DE',
  '^MDAXI': 'DE',
  '^STOXX50E': 'DE',
  '^STOXX': 'DE',
  '^FCHI': 'PA',
  '^AEX': 'AS',
  '^BFX': 'BR',
  '^IBEX': 'MC',
  '^SSMI': 'SW',
  '^N225': 'T',
  '^HSI': 'HK',
  '^AXJO': 'AX',
  '^AORD': 'AX',
  '^NZ50': 'NZ',
  '^KS11': 'KS',
  '^TWII': 'TW',
  '^STI': 'SI',
  '^BSESN': 'BO',
  '^NSEI': 'NS',
  '^GSPTSE': 'TO',
  '^BVSP': 'SA',
  '^MXX': 'MX',
}
