import { requestKey } from '../../upstreams/request-key.ts'
import type { Transport } from '../../upstreams/transport.ts'

/** A transport that notes the addresses of its requests. */
export type WatchedTransport = Transport & {
  /** The addresses requested since the last call. */
  takeRequested(): ReadonlySet<string>
}

/** Fetches lists that several sources need, such as that of tickers, once. */
export function watchedTransport(upstreams: Transport): WatchedTransport {
  const answers = new Map<string, ReturnType<Transport['fetch']>>()
  let requested = new Set<string>()
  return {
    mode: upstreams.mode,
    takeRequested() {
      const taken = requested
      requested = new Set()
      return taken
    },
    fetch(request) {
      const key = requestKey(request)
      requested.add(request.url.href)
      const answer = answers.get(key) ?? upstreams.fetch(request)
      answers.set(key, answer)
      return answer
    },
  }
}
