import { PassThrough, Writable } from 'node:stream'
import { defined } from '@fiq/shared/defined'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openHttp } from '../../http/send-request.ts'
import { resultOf } from '../answers/tool-result.ts'
import type { Caller } from '../gateway.ts'
import type { SurfacePorts } from '../surface.ts'
import { proxyScene } from '../testing/proxy-scene.ts'
import { revokedClient } from './open-session.ts'
import * as sdk from './sdk.ts'
import { serveStdio } from './serve-stdio.ts'

const headersOf = (version: string): Record<string, string> => ({
  'mcp-protocol-version': version,
  'mcp-method': 'tools/call',
  'mcp-name': 'quotes',
})
const stateless = '2026-07-28'
const callIn = (version: string) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: 'quotes',
    arguments: { tickers: ['A'] },
    ...defined({
      _meta:
        version === stateless
          ? { [metaKeys.version]: stateless, [metaKeys.capabilities]: {} }
          : undefined,
    }),
  },
})

test.each([
  ['/tools/quotes', { tickers: ['A'] }, {}],
  ['/mcp', callIn('2025-06-18'), headersOf('2025-06-18')],
  ['/mcp', callIn(stateless), headersOf(stateless)],
])(
  'behavior: %s: a connection closed before the claim costs nothing',
  async (path, body, headers) => {
    const quoted = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const real = openHttp()
    const proxy = await proxyScene({
      async send(request) {
        const answer = await real(request)
        if (answer.status === 402) {
          quoted.resolve()
          await closed.promise
        }
        return answer
      },
    })
    onTestFinished(proxy.close)
    const caller = new AbortController()
    const sent = fetch(`${proxy.url}${path}`, {
      method: 'POST',
      signal: caller.signal,
      headers: {
        authorization: `Bearer ${proxy.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    await quoted.promise
    caller.abort()
    await expect(sent).rejects.toThrow('aborted')
    // A request on another connection, to be sure that the proxy has noticed the end of the first.
    await proxy.get('/health')
    closed.resolve()
    expect(await proxy.untilPrinted('CANCELLED')).toContain('quotes')
    expect([proxy.signatures(), proxy.server.payments.length]).toEqual([0, 0])
  },
)

test.each(['2025-06-18', stateless])(
  'behavior: notifications/cancelled cancels the payment of %s; the end of the input does not',
  async (version) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const callers: Caller[] = []
    const pong = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<never>()
    output.on('data', (chunk) => String(chunk).includes('"id":8') && pong.resolve())
    const ports = {
      client: () => revokedClient,
      now: () => 0,
      traffic: { record() {} },
      checkCatalog: async () => {},
      gateway: {
        query(_: unknown, caller: Caller) {
          callers.push(caller)
          called.resolve()
          return answered.promise
        },
      },
    } as unknown as SurfacePorts
    const allowed = { ...ports, client: () => ({ ...revokedClient, tools: undefined }) }
    const served = serveStdio('ann', { input, output }, allowed, sdk)
    const say = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
    say(callIn(version))
    await called.promise
    const [caller] = callers
    expect(caller!.hasCancelled()).toBe(false)
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } })
    say({ jsonrpc: '2.0', id: 8, method: 'ping' })
    await pong.promise
    expect(caller!.hasCancelled()).toBe(true)

    say({ ...callIn(version), id: 9 })
    input.end()
    answered.reject(new Error('The test ends.'))
    await served
    expect([callers[1]!.isThere(), callers[1]!.hasCancelled()]).toEqual([false, false])
  },
)

test('behavior: the answer of a cancelled request is not delivered by a later request of its id', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = Promise.withResolvers<object>()
  const pongs: string[] = []
  const delivered = vi.fn()
  const ports = {
    client: () => ({ ...revokedClient, tools: undefined }),
    now: () => 0,
    traffic: { record() {} },
    checkCatalog: async () => {},
    gateway: { query: () => answer.promise },
    answerWork: { result: async () => resultOf({}) },
  } as unknown as SurfacePorts
  output.on('data', (chunk) => pongs.push(String(chunk)))
  const served = serveStdio('ann', { input, output }, ports, sdk)
  const say = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
  const ping = async (id: number) => {
    say({ jsonrpc: '2.0', id, method: 'ping' })
    await expect.poll(() => pongs.join('')).toContain(`"id":${id}`)
  }
  say(callIn(stateless))
  await ping(8)
  say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } })
  answer.resolve({ status: 200, paid: 1n, delivered })
  await ping(9)
  await ping(7)
  expect(delivered).not.toHaveBeenCalled()
  input.end()
  await served
})

test('behavior: equal ids of both eras are delivered apart', async () => {
  const input = new PassThrough()
  const sent: { text: string; done(): void }[] = []
  const output = new Writable({
    highWaterMark: 1,
    write: (chunk, _, done) => void sent.push({ text: String(chunk), done }),
  })
  const delivered = { A: vi.fn(), B: vi.fn() }
  const answers = { A: Promise.withResolvers<object>(), B: Promise.withResolvers<object>() }
  const nameOf = ({ label }: { label?: string }) => (label?.endsWith('A') ? 'A' : 'B')
  const ports = {
    client: () => ({ ...revokedClient, tools: undefined }),
    now: () => 0,
    traffic: { record() {} },
    checkCatalog: async () => {},
    gateway: { query: (operation: { label?: string }) => answers[nameOf(operation)].promise },
    answerWork: { result: async () => resultOf({}) },
  } as unknown as SurfacePorts
  const served = serveStdio('ann', { input, output }, ports, sdk)
  const say = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
  say(callIn('2025-06-18'))
  const ofB = callIn(stateless)
  say({ ...ofB, params: { ...ofB.params, arguments: { tickers: ['B'] } } })
  answers.A.resolve({ status: 200, paid: 1n, delivered: delivered.A })
  await expect.poll(() => sent.length).toBe(1)
  answers.B.resolve({ status: 200, paid: 1n, delivered: delivered.B })
  await new Promise((resolve) => setTimeout(resolve, 20))
  sent[0]!.done()
  await expect.poll(() => sent.length).toBe(2)
  expect([delivered.A, delivered.B].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  sent[1]!.done()
  await expect.poll(() => delivered.B.mock.calls.length).toBe(1)
  input.end()
  await served
})

test('behavior: after a handshake, a cancellation without a version cancels no stateless request', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const callers: Caller[] = []
  const answer = Promise.withResolvers<object>()
  const lines: string[] = []
  output.on('data', (chunk) => lines.push(String(chunk)))
  const ports = {
    client: () => ({ ...revokedClient, tools: undefined }),
    now: () => 0,
    traffic: { record() {} },
    checkCatalog: async () => {},
    gateway: {
      query(_: unknown, caller: Caller) {
        callers.push(caller)
        return answer.promise
      },
    },
    answerWork: { result: async () => resultOf({}) },
  } as unknown as SurfacePorts
  const served = serveStdio('ann', { input, output }, ports, sdk)
  const say = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  say({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  await expect.poll(() => lines.join('')).toContain('"id":1')
  say(callIn(stateless))
  await expect.poll(() => callers.length).toBe(1)
  const cancel = (_meta?: object) =>
    say({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7, ...(_meta && { _meta }) },
    })
  const ping = async (id: number) => {
    say({ jsonrpc: '2.0', id, method: 'ping' })
    await expect.poll(() => lines.join('')).toContain(`"id":${id}`)
  }
  cancel()
  await ping(8)
  expect(callers[0]!.hasCancelled()).toBe(false)
  cancel({ [metaKeys.version]: stateless })
  await ping(9)
  expect(callers[0]!.hasCancelled()).toBe(true)
  answer.resolve({ status: 200, paid: 1n, delivered() {} })
  input.end()
  await served
})
