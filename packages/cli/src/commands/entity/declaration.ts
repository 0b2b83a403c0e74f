import { areaTables } from '../../command-line/areas/area-tables.ts'
import type { Declaration } from '../../command-line/declaration.ts'
import { areaNames } from './areas.ts'

/** The fields of all areas with columns, without duplicates. */
const columnNames = [
  ...new Set(
    Object.values(areaTables({ now: new Date(0) })).flatMap(({ columns }) =>
      columns.flatMap(({ fields = [] }) => fields),
    ),
  ),
]

/** `fiq entity AAPL --with market,financials` */
export const entity: Declaration = {
  name: 'entity',
  summary: 'Show a company, crypto asset or index with its data areas',
  description: `Name, identifiers, the last price and, for companies, the figures of the last fiscal year. --with selects other areas. Each area adds to the price; fiq price entity … shows the price.\n\nAreas: ${areaNames.join(', ')}`,
  arguments: [
    { name: 'ticker', description: 'e.g. AAPL, BRK.B, ^GSPC, BTC-USD', completes: 'tickers' },
  ],
  options: [
    {
      flags: '--with <areas>',
      completes: 'areas',
      description:
        'comma-separated areas, or all; -area excludes one (default: market, and financials for companies)',
    },
    {
      flags: '--limit <number>',
      description: 'maximum number of rows in each list, 1 to 500 (default 8)',
    },
  ],
  fields: [
    'id',
    'name',
    'type',
    'ticker',
    'tickers',
    'cik',
    ...new Set(areaNames.map((name) => name.split('.')[0]!)),
  ],
  columns: columnNames,
  examples: [
    'fiq entity AAPL',
    'fiq entity AAPL --with market,technicals',
    'fiq entity AAPL --with all,-social --dry-run',
    'fiq entity MSFT --json name,financials.income.revenue',
  ],
  load: () => import('./run.ts'),
}
