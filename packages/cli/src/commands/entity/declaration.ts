import type { Declaration } from '../declaration.ts'

/** Data areas `--with` can ask for. */
export const areaNames = ['market', 'financials', 'technicals', 'filings'] as const
export type AreaName = (typeof areaNames)[number]

/** `fiq entity AAPL --with market,financials` */
export const entity: Declaration = {
  name: 'entity',
  summary: 'Show a company, crypto asset or index',
  description:
    'Name, identifiers, the last price and, for companies, the figures of the last fiscal year. --with chooses the areas; each is part of the price.',
  arguments: [{ name: 'ticker', description: 'e.g. AAPL, BRK.B, ^GSPC, BTC-USD' }],
  options: [
    {
      flags: '--with <areas>',
      description: `comma-separated: ${areaNames.join(', ')} (default market, and financials for companies)`,
    },
  ],
  fields: [
    'id',
    'name',
    'type',
    'ticker',
    'tickers',
    'cik',
    'market',
    'financials',
    'technicals',
    'periodicFilings',
  ],
  examples: [
    'fiq entity AAPL',
    'fiq entity AAPL --with market,technicals',
    'fiq entity MSFT --json name,financials.income.revenue',
  ],
  load: () => import('./run.ts'),
}
