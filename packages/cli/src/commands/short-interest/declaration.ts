import type { Declaration } from '../../command-line/declaration.ts'
import { filterOptions } from '../../command-line/filter-options.ts'

/** `fiq short-interest AAPL` */
export const shortInterest: Declaration = {
  name: 'short-interest',
  summary: 'Show the short interest of a US equity by settlement date',
  arguments: [{ name: 'ticker', description: 'e.g. AAPL' }],
  options: filterOptions,
  fields: ['settlementDate', 'sharesShort', 'daysToCover'],
  examples: ['fiq short-interest AAPL', 'fiq short-interest GME --limit 6 --csv'],
  load: () => import('./run.ts'),
}
