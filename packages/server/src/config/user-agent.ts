import { homepage, version } from './version.ts'

/**
 * How requests to other services name this program, e.g. `fiq/0.1.0 (personal; +https://…)`. Never
 * the name of a browser. The SEC gets the contact of the operator instead.
 *
 * @param kind - `personal`: sent for the user's own server. `compatible`: for a host that answers
 * 429 unless the name begins like a browser's.
 */
export function userAgent(kind?: 'personal' | 'compatible'): string {
  const name = `fiq/${version}`
  if (kind === 'compatible') return `Mozilla/5.0 (compatible; ${name})`
  const comment = [kind, homepage === '' ? '' : `+${homepage}`].filter(Boolean).join('; ')
  return comment ? `${name} (${comment})` : name
}
