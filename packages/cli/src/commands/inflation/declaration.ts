import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq inflation USA` */
export const inflation: Declaration = {
  name: 'inflation',
  summary: 'Show the consumer price inflation of a country',
  arguments: [{ name: 'country', description: 'ISO country code, three letters, e.g. USA' }],
  fields: ['date', 'value', 'unit'],
  examples: ['fiq inflation USA', 'fiq inflation JPN --ndjson'],
  load: () => import('./run.ts'),
}
