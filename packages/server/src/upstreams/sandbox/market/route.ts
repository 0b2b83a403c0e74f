import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../../transport.ts'

/**
 * Answers requests to one host in its own format: text, or bytes of a compressed file. `now`: Unix
 * ms.
 */
export type Route = (request: UpstreamRequest, now: number) => string | Uint8Array

/** A {@link Route} that also gets the seed of the invented values. */
export type SandboxAnswer = (
  request: UpstreamRequest,
  now: number,
  seed: number,
) => ReturnType<Route>

/** Sandbox answers by host. */
export type SandboxHosts = Readonly<Record<string, SandboxAnswer>>

/** The answer at one path: text unchanged, other values as JSON. */
export type Answer = (url: URL, now: number) => unknown

/** A host that answers only at these paths. */
export function atPaths(answers: Readonly<Record<string, Answer>>): Route {
  return (request, now) => {
    const { pathname } = request.url
    if (!Object.hasOwn(answers, pathname)) return unknownAddress(request)
    const body = answers[pathname]!(request.url, now)
    return typeof body === 'string' ? body : JSON.stringify(body)
  }
}

/** A host that answers at one path. */
export const at = (path: string, answer: Answer): Route => atPaths({ [path]: answer })

/** @throws FiqError `NOT_FOUND` */
export function unknownAddress({ url }: UpstreamRequest): never {
  throw new FiqError('NOT_FOUND', `The sandbox has nothing of this from ${url.host}.`, {
    facts: [`Address: ${url.host}${url.pathname}`],
  })
}
