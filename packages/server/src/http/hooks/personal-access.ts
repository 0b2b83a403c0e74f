import { FiqError } from '@fiq/shared/errors'
import { guard } from '@fiq/shared/loopback-guard'
import type { FastifyInstance } from 'fastify'
import { sameText } from '../same-text.ts'

/** Paths that reveal only that the server runs. */
const open: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Admits requests with the key of the server's user. First the guard refuses requests from web
 * pages, then the key is checked. Runs before every other hook.
 *
 * @param hosts - the exact values of `Host` that name this server.
 */
export function personalAccess(
  app: FastifyInstance,
  { key, keyFile, hosts }: { key: string; keyFile: string; hosts(): ReadonlySet<string> },
): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const { method = '', rawHeaders, httpVersion, url = '' } = raw
    guard({ method, headers, rawHeaders, httpVersion }, hosts())
    if (method === 'GET' && open.has(url)) return
    if (sameText(headers.authorization ?? '', `Bearer ${key}`)) return
    throw new FiqError('INVALID_KEY', 'This server answers only the person who runs it.', {
      remedy: `fiq reads the key automatically. Other programs find it in ${keyFile}.`,
    })
  })
}
