import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes a connection on which nothing moved for the timeout of the server, unless it waits for the
 * server: a request came whole, and every byte of the answer so far was taken. A paid answer may
 * take minutes to execute, or wait for its turn, and is lost at the network if its connection closes.
 */
export function closeSilentConnections(server: Server): void {
  /** The request that came last on a connection is answered last. */
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
