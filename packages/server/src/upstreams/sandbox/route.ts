import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../transport.ts'

/** Answers one host in its own format; text, or bytes of a packed file. `now` is in milliseconds. */
export type Route = (request: UpstreamRequest, now: number) => string | Uint8Array

/** @throws FiqError `NOT_FOUND` */
export function unknownAddress({ url }: UpstreamRequest): never {
  throw new FiqError('NOT_FOUND', `The sandbox has nothing at ${url.host}${url.pathname}.`)
}
