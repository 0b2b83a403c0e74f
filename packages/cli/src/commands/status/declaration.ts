import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq status` */
export const status: Declaration = {
  name: 'status',
  summary: 'Show whether the US market is open, and when it next opens and closes',
  fields: ['isOpen', 'session', 'nextOpen', 'nextClose', 'timezone'],
  examples: ['fiq status', 'fiq status --json isOpen'],
  load: () => import('./run.ts'),
}
