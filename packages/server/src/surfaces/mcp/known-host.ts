import type { IncomingHttpHeaders } from 'node:http'
import { FiqError } from '@fiq/shared/errors'

const localHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a request is meant for this server, and comes from no foreign page. A page that rebinds
 * its own name to this machine still names itself in `Host`, and in `Origin`.
 *
 * @param publicUrl - Where clients reach the server, under this name alone; without it only local
 *   hosts are known.
 * @returns `ORIGIN_REFUSED`, or nothing when all is well.
 */
export function hostFault(
  { host = '', origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  publicUrl: string | undefined,
): FiqError | undefined {
  const isKnown = (url: string) => {
    if (!URL.canParse(url)) return false
    const { host: named, hostname } = new URL(url)
    if (publicUrl === undefined) return localHosts.includes(hostname)
    return named === new URL(publicUrl).host
  }
  if (!isKnown(`http://${host}`)) return refused('Host', host)
  if (origin !== undefined && !isKnown(origin)) return refused('Origin', origin)
  return undefined
}

function refused(header: string, value: string): FiqError {
  return new FiqError(
    'ORIGIN_REFUSED',
    `${header} is ${JSON.stringify(value.slice(0, 200))}, for which this server does not answer.`,
  )
}
