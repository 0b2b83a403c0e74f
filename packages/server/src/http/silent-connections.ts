import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes connections without traffic after the server's timeout, except those that wait for the
 * server: the request is complete, and the client has taken every byte of the response so far. A
 * paid answer may take minutes and would be lost if its connection closed.
 */
export function closeSilentConnections(server: Server): void {
  /** The latest request on a connection is answered last. */
  const last = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => last.set(socket, response))
  server.on('timeout', (socket) => {
    const response = last.get(socket)
    const awaitsServer =
      response?.req.complete && !response.writableFinished && socket.writableLength === 0
    if (awaitsServer) socket.setTimeout(socket.timeout ?? server.timeout)
    else socket.destroy()
  })
}
