import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq rates USA` */
export const rates: Declaration = {
  name: 'rates',
  summary: 'Show the policy and interbank rates of a country',
  arguments: [{ name: 'country', description: 'ISO country code, three letters, e.g. USA' }],
  fields: ['date', 'value', 'unit'],
  examples: ['fiq rates USA', 'fiq rates DEU --csv'],
  load: () => import('./run.ts'),
}
