import type { FastifyReply } from 'fastify'
import type { HeaderFields } from '../../rate-limit/rate-limited.ts'

/** An answer as server-sent events, should anything have to be said before it. */
export type EventStream = {
  /** Sends a message at once; the first one opens the stream. */
  notify(text: string): void
  isOpen(): boolean
  /** Sends the last message. */
  end(text: string | Buffer): void
}

/** @param fields - Headers of the answer, read when the stream opens. */
export function openStream(reply: FastifyReply, fields: () => HeaderFields): EventStream {
  let isOpen = false
  const write = (text: string | Buffer) => void reply.raw.write(`event: message\ndata: ${text}\n\n`)
  return {
    notify(text) {
      if (!isOpen) {
        isOpen = true
        reply.hijack()
        reply.raw.writeHead(200, {
          ...reply.getHeaders(),
          ...fields(),
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
        } as Record<string, string>)
      }
      write(text)
    },
    isOpen: () => isOpen,
    end(text) {
      write(text)
      reply.raw.end()
    },
  }
}
