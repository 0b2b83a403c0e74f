import type { Declaration } from '../../command-line/declaration.ts'
import { filterOptions } from '../../command-line/filter-options.ts'

/** `fiq series CPIAUCSL --limit 12` */
export const series: Declaration = {
  name: 'series',
  summary: 'Show the observations of an economic series',
  arguments: [{ name: 'series-id', description: 'series identifier, e.g. CPIAUCSL' }],
  options: filterOptions,
  fields: ['date', 'value'],
  examples: [
    'fiq series CPIAUCSL --limit 12',
    'fiq series GDP --since 2010-01-01 --sort ASC --csv',
  ],
  load: () => import('./run.ts'),
}
