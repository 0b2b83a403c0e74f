import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq credits` */
export const credits: Declaration = {
  name: 'credits',
  summary: 'Show the credits left for the API key',
  description:
    'For the key given with --api-key or FIQ_API_KEY, or the key stored by fiq login. Free.',
  fields: ['organisation', 'plan', 'credits', 'creditsPending', 'prepaid', 'allotment'],
  examples: ['fiq credits', 'fiq credits --json credits'],
  load: () => import('./run.ts'),
}
