import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq down` */
export const down: Declaration = {
  name: 'down',
  summary: 'End the server that fiq up started',
  options: [{ flags: '--disable', description: 'and start it no more at the login' }],
  fields: ['running', 'stopped'],
  examples: ['fiq down'],
  load: () => import('./run.ts'),
}
