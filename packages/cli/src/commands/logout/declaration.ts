import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq logout` */
export const logout: Declaration = {
  name: 'logout',
  summary: 'Delete the stored API key, and revoke it at the server if fiq created it',
  examples: ['fiq logout', 'fiq logout --profile work'],
  load: () => import('./run.ts'),
}
