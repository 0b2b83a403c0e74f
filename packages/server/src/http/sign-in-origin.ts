import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { FastifyRequest } from 'fastify'

export type OriginParts = {
  /** Address at which clients reach the server. Without it only a local host is accepted. */
  publicUrl: string | undefined
  urlOf(request: FastifyRequest): string
}

/**
 * The origin that users sign in to. The caller chooses the Host header, and a signature for another
 * site must not be valid here, so without a public address only local hosts are accepted.
 *
 * @throws FiqError `NOT_CONFIGURED`
 */
export function signInOrigin(request: FastifyRequest, { publicUrl, urlOf }: OriginParts): string {
  const { origin, hostname } = new URL(publicUrl ?? urlOf(request))
  if (publicUrl !== undefined || isLoopbackHost(hostname)) return origin
  throw new FiqError('NOT_CONFIGURED', 'Sign-in needs the public address of this server.', {
    remedy: 'Ask the operator to start it with --public-url.',
  })
}
