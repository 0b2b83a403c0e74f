import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq credits` */
export const credits: Declaration = {
  name: 'credits',
  summary: 'Show the credits left for the API key',
  description: 'Of the key given, or of the one kept by fiq login. Costs nothing.',
  fields: ['organisation', 'plan', 'credits', 'creditsPending', 'prepaid', 'allotment'],
  examples: ['fiq credits', 'fiq credits --json credits'],
  load: () => import('./run.ts'),
}
