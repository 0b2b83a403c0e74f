import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '../compose/proxy.ts'
import { listenOnPort } from './http/listen.ts'
import { type Json, proxyScene } from './testing/proxy-scene.ts'

// An error in one request has no effect on others, on every surface.

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** 100,000 levels of lists; plain, and with strings between them that contain brackets. */
const deepTexts = [
  ['plain', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['hidden', `${'["]",'.repeat(100_000)}1${']'.repeat(100_000)}`],
] as const

describe('100,000-deep JSON', () => {
  test.each(deepTexts)('error: %s variables over HTTP give 400', async (_, deep) => {
    const { post, server, quotes } = await scene()
    const body = `{"query":"query($a:[String!]!){quotes(tickers:$a){ticker}}","variables":{"a":${deep}}}`
    const { status, json } = await post('/api/graphql', body)
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    expect(server.unpaidCount()).toBe(0)
    expect((await quotes('AAPL')).status).toBe(200)
  })

  test.each(deepTexts)('error: %s input of a tool gives 400', async (_, deep) => {
    const { post } = await scene()
    const { status, json } = await post('/tools/quotes', `{"tickers":${deep}}`)
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
  })

  test.each(deepTexts)('error: refuses %s JSON-RPC over HTTP in its own form', async (_, deep) => {
    const { post } = await scene()
    const { status, json } = await post('/mcp', rpc(deep))
    expect([status, json.error.code]).toEqual([400, -32_600])
  })

  test.each(deepTexts)(
    'error: refuses %s JSON-RPC over stdio, and the session continues',
    async (_, deep) => {
      const answers = await stdio(rpc(deep), '{"jsonrpc":"2.0","id":9,"method":"ping"}')
      expect(answers).toMatchObject([{ error: { code: -32_600 } }, { id: 9, result: {} }])
    },
  )
})

describe('listenOnPort', () => {
  test('error: an exception in a request ends only its connection', async () => {
    const listening = await listenOnPort(
      async ({ url }, response) => {
        if (url === '/fault') throw new RangeError('unforeseen')
        if (url === '/late') {
          response.end('a')
          response.write('after the end')
          return
        }
        response.end('answered')
      },
      { host: '127.0.0.1', port: 0 },
    )
    cleanups.push(() => listening.close())
    const url = `http://127.0.0.1:${listening.port}`
    await expect(fetch(`${url}/fault`)).rejects.toThrow()
    await fetch(`${url}/late`).catch(() => {})
    expect(await (await fetch(url)).text()).toBe('answered')
  })

  test.each([
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
    'CONNECT a:1 HTTP/1.1\r\nHost: a:1',
  ])('error: a peer that resets after %j ends only its connection', async (start) => {
    const listening = await listenOnPort((_, response) => response.end('answered'), {
      host: '127.0.0.1',
      port: 0,
    })
    cleanups.push(() => listening.close())
    for (let n = 0; n < 30; n += 1) {
      const socket = connect({ port: listening.port, host: '127.0.0.1' })
      socket.on('error', () => {})
      socket.write(`${start}\r\n\r\n`, () => socket.resetAndDestroy())
      await new Promise((resolve) => socket.once('close', resolve))
    }
    const answer = await fetch(`http://127.0.0.1:${listening.port}`)
    expect(await answer.text()).toBe('answered')
  })

  test.each([
    ['GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 403],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 405],
  ])(
    'error: refuses %j, and closes its socket although the peer keeps it open',
    async (text, status) => {
      const listening = await listenOnPort(() => {}, { host: '127.0.0.1', port: 0 })
      cleanups.push(() => listening.close())
      const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true })
      let answers = ''
      socket.on('data', (chunk: Buffer) => {
        answers += chunk
      })
      socket.on('error', () => {})
      socket.write(text)
      await new Promise((resolve) => socket.once('end', resolve))
      expect(answers).toContain(` ${status} `)
      // A half-open socket would accept the written bytes; a closed socket resets.
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const writing = setInterval(() => socket.write('x'), 5)
      await closed
      clearInterval(writing)
    },
  )
})

const rpc = (deep: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quotes","arguments":{"tickers":${deep}}}}`

async function scene() {
  const opened = await proxyScene()
  cleanups.push(opened.close)
  return opened
}

async function stdio(...lines: readonly string[]): Promise<Json[]> {
  const { world } = await scene()
  const streams = { input: new PassThrough(), output: new PassThrough() }
  const options = { approvalMs: 1_000, reuse: false }
  const served = createProxy({ ...world, stdio: () => streams }).serveStdio('ann', options)
  let answers = ''
  streams.output.on('data', (chunk: Buffer) => {
    answers += chunk
  })
  streams.input.end(lines.map((line) => `${line}\n`).join(''))
  await served
  return answers
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
