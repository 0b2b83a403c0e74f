import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { referredIn } from '../storage/payments/body-reference.ts'

/** Reads a large answer: its compressed parts in order, each when it is consumed. */
export type ReadLarge = (id: string) => AsyncIterable<Uint8Array>

/** Time limits for clients that read large answers. */
export type ReaderTimes = {
  /** In so long, */
  everyMs: number
  /** a reader takes at least so many bytes, or is dropped. */
  bytesMin: number
}

export const readerTimes: ReaderTimes = { everyMs: 30_000, bytesMin: 65_536 }

/**
 * Sends the body of an answer. A large one is read from the store as fast as the client reads, with
 * one or two parts in memory for each reader. Sent compressed, as stored, if the client accepts
 * gzip.
 *
 * @returns The reply while it is being sent. The route must return it: otherwise Fastify ends it.
 */
export function sendBody(
  reply: FastifyReply,
  body: string,
  readLarge: ReadLarge,
  times: ReaderTimes = readerTimes,
): FastifyReply | undefined {
  const id = referredIn(body)
  if (id === undefined) {
    reply.send(body)
    return undefined
  }
  const stored = Readable.from(readLarge(id), { objectMode: false, highWaterMark: 1 })
  dropWhenIdle(reply, times)
  reply.header('vary', 'accept-encoding')
  if (takesGzip(reply.request.headers['accept-encoding'])) {
    return reply.header('content-encoding', 'gzip').send(stored)
  }
  const gunzip = createGunzip()
  // A part that cannot be read ends the answer in the middle: the client sees that it is not whole.
  stored.once('error', (error) => gunzip.destroy(error))
  gunzip.once('close', () => stored.destroy())
  return reply.send(stored.pipe(gunzip))
}

/** Ends the connection of a reader that takes less than the least in each span of time. */
function dropWhenIdle({ raw, request }: FastifyReply, { everyMs, bytesMin }: ReaderTimes): void {
  const { socket } = request.raw
  const taken = () => socket.bytesWritten - socket.writableLength
  let before = taken()
  const timer = setInterval(() => {
    const now = taken()
    if (now - before < bytesMin) raw.destroy()
    before = now
  }, everyMs).unref()
  raw.once('close', () => clearInterval(timer))
}

/** RFC 9110, 12.5.3: `gzip;q=0` is a refusal. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding))
}
