import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Interval at which newly idle sockets are closed. */
const idleEveryMs = 100

/** Shuts a server down gracefully. */
export type Drain = {
  /**
   * Stops listening and waits for running requests, at most `deadlineMs`. Closes idle sockets at
   * once, so that a kept-alive one does not hold the process. After the deadline the rest is
   * aborted; a payment among it is resumed by its payer or at the next start.
   */
  closeWithin(deadlineMs: number): Promise<void>
}

/**
 * Watches the server's sockets from the start, because Node does not count a socket without a
 * request as idle.
 */
export function createDrain(app: FastifyInstance): Drain {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))

  return {
    async closeWithin(deadlineMs) {
      const closeIdle = () => {
        app.server.closeIdleConnections()
        for (const socket of silent) socket.destroy()
      }
      closeIdle()
      const idle = setInterval(closeIdle, idleEveryMs)
      const deadline = setTimeout(() => app.server.closeAllConnections(), deadlineMs)
      try {
        await app.close()
      } finally {
        clearInterval(idle)
        clearTimeout(deadline)
      }
    },
  }
}
