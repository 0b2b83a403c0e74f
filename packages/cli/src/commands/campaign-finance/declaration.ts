import type { Declaration } from '../../command-line/declaration.ts'
import { filterOptions } from '../../command-line/filter-options.ts'

/** `fiq campaign-finance Sanders --cycle 2024` */
export const campaignFinance: Declaration = {
  name: 'campaign-finance',
  summary: 'Show campaign committees and what they raised',
  arguments: [{ name: 'name', description: 'candidate or committee', variadic: true }],
  options: [
    { flags: '--cycle <year>', description: 'two-year election cycle, an even year' },
    ...filterOptions,
  ],
  fields: ['committeeName', 'cycle', 'party', 'state', 'totalRaised'],
  examples: ['fiq campaign-finance Sanders --cycle 2024', 'fiq campaign-finance microsoft --csv'],
  load: () => import('./run.ts'),
}
