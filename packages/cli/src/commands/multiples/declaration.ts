import { multipleSeries } from '@fiq/shared/catalog/inputs'
import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq multiples shiller-pe` */
export const multiples: Declaration = {
  name: 'multiples',
  summary: 'Show a valuation multiple of large US equities over time',
  arguments: [
    {
      name: 'series',
      description: `one of ${multipleSeries.join(', ')}`,
      choices: multipleSeries,
    },
  ],
  fields: ['date', 'value'],
  examples: ['fiq multiples shiller-pe', 'fiq multiples dividend-yield --json date,value'],
  load: () => import('./run.ts'),
}
