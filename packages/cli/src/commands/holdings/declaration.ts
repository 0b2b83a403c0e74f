import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq holdings 1067983` */
export const holdings: Declaration = {
  name: 'holdings',
  summary: 'Show what an institution reported to hold on form 13F',
  description:
    'Institutions are named by their CIK, the number the SEC files them under, with or without its leading zeros.',
  arguments: [{ name: 'cik', description: 'SEC filer identifier, e.g. 1067983' }],
  options: [{ flags: '--limit <number>', description: 'most holdings, 1 to 500 (default 50)' }],
  fields: ['ticker', 'shares', 'value', 'reportedAt'],
  examples: ['fiq holdings 1067983', 'fiq holdings 0001067983 --limit 10 --csv'],
  load: () => import('./run.ts'),
}
