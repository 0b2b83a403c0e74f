import { bounds } from '@fiq/shared/bounds'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clientNetwork } from '../rate-limit/client-network.ts'
import { addressOf } from './request-identity.ts'

/** Shorter answers fit into the buffers of a socket. */
const countedBytesMin = 65_536

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Counts bytes of the answer until the client has read it. A route that sends its answer past
     * the `onSend` hooks must call this first.
     *
     * @returns `false` if the address has left too many unread; the connection is then closed.
     */
    countUnread(bytes: number): boolean
  }
}

/**
 * Bounds the memory of answers that are sent and not read yet, for each client network. Beyond it
 * the connection is closed: a paid answer can be fetched again. Answers that are sent from the
 * store, part by part, do not count.
 */
export function limitUnread(
  app: FastifyInstance,
  bytesMax: number = bounds.unreadBytesMax,
): { readonly size: number } {
  const unread = new Map<string, number>()
  const add = (network: string, bytes: number) => {
    const sum = (unread.get(network) ?? 0) + bytes
    if (sum > 0) unread.set(network, sum)
    else unread.delete(network)
  }
  app.decorateReply('countUnread', function (this: FastifyReply, bytes) {
    if (bytes < countedBytesMin) return true
    const network = clientNetwork(addressOf(this.request))
    const before = unread.get(network) ?? 0
    // One answer alone is sent, whatever its size.
    if (before > 0 && before + bytes > bytesMax) {
      this.raw.destroy()
      return false
    }
    add(network, bytes)
    this.raw.once('close', () => add(network, -bytes))
    return true
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    // A socket takes twice as long to encode a large text as a buffer does.
    const isLarge = typeof payload === 'string' && payload.length >= countedBytesMin
    const sent = isLarge ? Buffer.from(payload) : payload
    const bytes = Buffer.isBuffer(sent) ? sent.length : 0
    done(null, reply.countUnread(bytes) ? sent : '')
  })
  return {
    get size() {
      return unread.size
    },
  }
}
