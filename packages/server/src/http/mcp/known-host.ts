import type { IncomingHttpHeaders } from 'node:http'
import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { LRUCache } from 'lru-cache'

/** Maximum number of cached host names. Nearly all requests have the same one. */
const namesMax = 64

/**
 * Checks that a request is addressed to this server and does not come from a page of another site.
 * A page that points its own name to this machine (DNS rebinding) still sends that name in `Host`
 * and `Origin`.
 *
 * @param publicUrl - The only address at which clients reach the server. Without it, only local
 * hosts are accepted.
 * @returns A check of the headers: `ORIGIN_REFUSED`, or nothing.
 */
export function createHostCheck(
  publicUrl: string | undefined,
): (headers: Pick<IncomingHttpHeaders, 'host' | 'origin'>) => FiqError | undefined {
  const cache = new LRUCache<string, boolean>({
    max: namesMax,
    memoMethod: (url) => isKnown(url, publicUrl),
  })
  return ({ host = '', origin }) => {
    if (!cache.memo(`http://${host}`)) return refused('Host', host)
    if (origin !== undefined && !cache.memo(origin)) return refused('Origin', origin)
    return undefined
  }
}

function isKnown(url: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { host, hostname } = new URL(url)
  if (publicUrl === undefined) return isLoopbackHost(hostname)
  return host === new URL(publicUrl).host
}

function refused(header: string, value: string): FiqError {
  return new FiqError(
    'ORIGIN_REFUSED',
    `${header} is ${JSON.stringify(value.slice(0, 200))}, which is not an address of this server.`,
  )
}
