import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq down` */
export const down: Declaration = {
  name: 'down',
  summary: 'Stop the server that fiq up started',
  options: [{ flags: '--disable', description: 'also stop starting it at each login' }],
  fields: ['running', 'stopped'],
  examples: ['fiq down'],
  load: () => import('./run.ts'),
}
