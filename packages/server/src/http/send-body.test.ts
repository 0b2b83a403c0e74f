import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { referenceTo } from '../storage/payments/body-reference.ts'
import { httpRules } from './http-defaults.ts'
import { type ReaderTimes, sendBody } from './send-body.ts'

const text = JSON.stringify({ data: Array.from({ length: 40_000 }, (_, at) => `row ${at}`) })
const stored = gzipSync(text)
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server with one large answer, which counts the parts that are read. */
async function serve(
  parts: () => AsyncIterable<Uint8Array>,
  times?: ReaderTimes,
  watch: (server: Server) => unknown = () => {},
) {
  const app = Fastify({ forceCloseConnections: true })
  watch(app.server)
  app.get('/', (_, reply) => sendBody(reply, referenceTo('one'), parts, times))
  app.get('/small', (_, reply) => sendBody(reply, '{"data":1}', parts, times))
  ends.push(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}
async function* halves() {
  yield stored.subarray(0, 1_000)
  yield stored.subarray(1_000)
}

describe('sendBody', () => {
  test('default: clients that accept gzip get the stored bytes, others the text', async () => {
    const url = await serve(halves)
    const bare = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    expect(bare.headers.get('content-encoding')).toBeNull()
    expect(await bare.text()).toBe(text)
    const packed = await fetch(url, { headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('accept-encoding')
    expect(await packed.text()).toBe(text)
    expect(gunzipSync(stored).toString()).toBe(text)
  })

  test.each(['gzip;q=0', 'gzip;q=0.0', 'br', '', 'gzipped'])(
    'behavior: with accept-encoding %j sends text',
    async (accepted) => {
      const url = await serve(halves)
      const answer = await fetch(url, { headers: { 'accept-encoding': accepted } })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(await answer.text()).toBe(text)
    },
  )

  test('default: sends a small body unchanged', async () => {
    const answer = await fetch(`${await serve(halves)}/small`)
    expect(await answer.text()).toBe('{"data":1}')
  })

  test('behavior: a reader that reads nothing gets no more than the connection buffers, then is disconnected', async () => {
    let read = 0
    const endless = async function* () {
      for (;;) {
        read += 1
        yield new Uint8Array(262_144)
      }
    }
    const dropped = Promise.withResolvers<void>()
    const times = { everyMs: 300, bytesMin: 65_536 }
    const url = new URL(
      await serve(endless, times, (server) =>
        server.on('connection', (each) => each.once('close', dropped.resolve)),
      ),
    )
    const socket = connect(Number(url.port), url.hostname)
    ends.push(async () => socket.destroy())
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n')
    await dropped.promise
    // Kernel buffers of a loopback connection hold some megabytes. No more is read ahead.
    expect(read).toBeLessThan(100)
  })

  test.each(['gzip', 'identity'])(
    'behavior: a reader that leaves during the answer causes no error (%s)',
    async (accepted) => {
      const reported: unknown[] = []
      const asked = Promise.withResolvers<void>()
      const sent = Promise.withResolvers<void>()
      const app = Fastify({ forceCloseConnections: true })
      httpRules(app, 'sandbox', (error) => reported.push(error))
      app.post('/', async (request, reply) => {
        asked.resolve()
        await once(request.raw.socket, 'close')
        return sendBody(reply, referenceTo('one'), halves)
      })
      app.addHook('onSend', async () => sent.resolve())
      ends.push(() => app.close())
      const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connect(Number(url.port), url.hostname)
      const fields = `host: x\r\naccept-encoding: ${accepted}\r\ncontent-type: application/json`
      socket.write(`POST / HTTP/1.1\r\n${fields}\r\ncontent-length: 2\r\n\r\n{}`)
      await asked.promise
      socket.destroy()
      await sent.promise
      // Streams end in later turns.
      for (let turn = 0; turn < 20; turn += 1) await setImmediate()
      expect(reported).toEqual([])
    },
  )

  test('behavior: a slow reader gets the whole answer', async () => {
    const url = new URL(await serve(halves, { everyMs: 50, bytesMin: 0 }))
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    let seen = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      seen += part
      await setImmediate()
    }
    expect(seen).toBe(text)
  })

  test.each(['gzip', 'identity'])(
    'error: an unreadable part aborts the answer before its end (%s)',
    async (accepted) => {
      const failing = async function* () {
        yield stored.subarray(0, 1_000)
        throw new Error('gone')
      }
      const url = await serve(failing)
      const read = async () =>
        (await fetch(url, { headers: { 'accept-encoding': accepted } })).text()
      const seen = await read().catch(() => '')
      expect(seen.includes(text.slice(0, 100)) && seen.endsWith('}')).toBe(false)
    },
  )
})
