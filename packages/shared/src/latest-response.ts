import type { Duplex } from 'node:stream'

const latest = Symbol('latest response')
// A WeakMap would cost 1 % of the CPU of a quote.
type Connection = Duplex & { [latest]?: SentResponse }

/** The part of a response of `node:http` that is read here. */
type SentResponse = {
  req: { complete: boolean }
  headersSent: boolean
  writableFinished: boolean
  socket: unknown
  once(event: 'close', listener: () => void): unknown
}

type HttpServer = {
  on(
    event: 'request',
    listener: (request: { socket: Duplex }, response: SentResponse) => void,
  ): unknown
}

/** Makes {@link latestResponse} known for the connections of a server. */
export function followResponses(server: HttpServer): void {
  server.on('request', ({ socket }, response) => {
    ;(socket as Connection)[latest] = response
  })
}

/** The response to the latest request on a connection, which is answered last. */
export function latestResponse(socket: Duplex): SentResponse | undefined {
  return (socket as Connection)[latest]
}

/**
 * Ends a connection with invalid bytes behind requests that wait for their answers, after the last
 * answer. A client would take an answer to those bytes for its own, although it may have paid.
 *
 * @returns Whether a request waits, or the invalid one itself is answered already.
 */
export function endAfterAnswers(socket: Duplex): boolean {
  const response = latestResponse(socket)
  if (!response) return false
  const { req, writableFinished, headersSent } = response
  // Without a socket, it waits for the answer to an earlier request.
  const isWaiting = req.complete ? !writableFinished : headersSent || response.socket === null
  if (isWaiting) response.once('close', () => socket.end())
  return isWaiting
}
