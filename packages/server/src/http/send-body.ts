import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { referredIn } from '../storage/payments/body-reference.ts'

/**
 * Reads a large answer: its compressed parts in order, each only when the previous one is consumed.
 */
export type ReadLarge = (id: string) => AsyncIterable<Uint8Array>

/** Time limits for clients that read large answers. */
export type ReaderTimes = {
  /** Length of an interval in milliseconds. */
  everyMs: number
  /** Bytes that a client must read in each interval. Otherwise its connection is closed. */
  bytesMin: number
}

export const readerTimes: ReaderTimes = { everyMs: 30_000, bytesMin: 65_536 }

/**
 * Sends the body of an answer. Reads a large one from storage as fast as the client reads, with one
 * or two parts in memory for each client. Sends it compressed, as stored, if the client accepts
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
  // If a part cannot be read, break the response off, so that the client sees that it is
  // incomplete.
  stored.once('error', (error) => gunzip.destroy(error))
  gunzip.once('close', () => stored.destroy())
  return reply.send(stored.pipe(gunzip))
}

/** Closes the connection of a client that reads less than the minimum in an interval. */
function dropWhenIdle({ raw, request }: FastifyReply, { everyMs, bytesMin }: ReaderTimes): void {
  const { socket } = request.raw
  const bytesRead = () => socket.bytesWritten - socket.writableLength
  let before = bytesRead()
  const timer = setInterval(() => {
    const now = bytesRead()
    if (now - before < bytesMin) raw.destroy()
    before = now
  }, everyMs).unref()
  raw.once('close', () => clearInterval(timer))
}

/** Whether the client accepts gzip. By RFC 9110, 12.5.3, `gzip;q=0` is a refusal. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding))
}
