import type { FastifyReply } from 'fastify'
import type { HeaderFields } from '../../rate-limit/rate-limited.ts'

/** A response as server-sent events, opened only if a message precedes the result. */
export type EventStream = {
  /** Sends a message at once. The first message opens the stream. */
  notify(text: string): void
  isOpen(): boolean
  /** Sends the last message and ends the response. */
  end(text: string | Buffer): void
}

/** @param fields - Headers of the response, read when the stream opens. */
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
      // A hijacked reply runs no hooks, so its bytes are counted here.
      if (!reply.countUnread(text.length)) return
      write(text)
      reply.raw.end()
    },
  }
}
