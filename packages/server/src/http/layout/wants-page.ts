import type { FastifyRequest } from 'fastify'

/** Whether a browser requests a page: a GET whose `Accept` names HTML before JSON. */
export function wantsPage({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const { accept = '' } = headers
  const html = accept.indexOf('text/html')
  const json = accept.search(/application\/([\w.-]+\+)?json/)
  return html !== -1 && (json === -1 || html < json)
}
