import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq logout` */
export const logout: Declaration = {
  name: 'logout',
  summary: 'Forget the API key of the server, and revoke it there if fiq made it',
  examples: ['fiq logout', 'fiq logout --profile work'],
  load: () => import('./run.ts'),
}
