import { PassThrough } from 'node:stream'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProxy } from '../../compose/proxy.ts'
import type { Caller } from '../gateway.ts'
import { createRequestMoney } from '../request-money.ts'
import type { SurfacePorts } from '../surface.ts'
import { type Json, proxyScene } from '../testing/proxy-scene.ts'
import { callTool } from './call-tool.ts'
import { revokedClient } from './open-session.ts'

const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'quotes', arguments: { tickers: ['A'] } },
})

type Scene = Awaited<ReturnType<typeof proxyScene>>

/** A result of `tools/call`: in the message of a handshake revision, or alone in 2026-07-28. */
const contentIn = (value: Json) => (value?.jsonrpc ? value.result : value)?.content

const stateless = {
  [metaKeys.version]: '2026-07-28',
  [metaKeys.capabilities]: {},
}

const surfaces: readonly [string, (scene: Scene, messages: Json) => Promise<Json>][] = [
  [
    'HTTP',
    async ({ post }, messages) => {
      const headers = {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-03-26',
      }
      return (await post('/mcp', messages, headers)).json
    },
  ],
  [
    'stdio',
    async ({ world }, messages) => {
      const streams = { input: new PassThrough(), output: new PassThrough() }
      const served = createProxy({ ...world, stdio: () => streams }).serveStdio('ann', {
        approvalMs: 1_000,
        reuse: false,
      })
      const params = {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      }
      const lines: string[] = []
      streams.output.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')))
      const say = (message: Json) => void streams.input.write(`${JSON.stringify(message)}\n`)
      say({ jsonrpc: '2.0', id: 'start', method: 'initialize', params })
      await expect.poll(() => lines.length).toBe(1)
      say(messages)
      await expect.poll(() => lines.length).toBe(2)
      streams.input.end()
      await served
      return JSON.parse(lines[1]!)
    },
  ],
]

const everySurface: typeof surfaces = [
  ...surfaces,
  [
    'HTTP, 2026-07-28',
    async ({ post }, message) => {
      const params = { ...message.params, _meta: stateless }
      const headers = {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'quotes',
      }
      return (await post('/mcp', { ...message, params }, headers)).json
    },
  ],
]

/** Replaces `JSON.stringify` for results of tools. @returns A function that restores it. */
function failToSerialise(fails: (message: Json) => boolean): () => void {
  const { stringify } = JSON
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((value: Json, ...rest: Json[]) => {
    if (contentIn(value) && fails(value)) throw new TypeError('no')
    return stringify(value, ...rest)
  })
  onTestFinished(() => spy.mockRestore())
  return () => spy.mockRestore()
}

test.each(everySurface)(
  'error: over %s, a paid result that cannot be sent is an error about its money, and stays undelivered',
  async (_, send) => {
    const scene = await proxyScene()
    onTestFinished(scene.close)
    const restore = failToSerialise(() => true)
    const { id, error } = await send(scene, call(7))
    expect(id).toBe(7)
    expect(error).toMatchObject({
      code: -32_000,
      data: { code: 'INTERNAL', funds: 'spent', payment: { amount: '0.015', state: 'answered' } },
    })
    restore()
    expect((await send(scene, call(8))).result.isError).toBeUndefined()
    expect(scene.signatures()).toBe(1)
  },
)

test.each(surfaces)('error: over %s, the other answers of a batch are sent', async (_, send) => {
  const scene = await proxyScene()
  onTestFinished(scene.close)
  failToSerialise(({ id }) => id === 7)
  const answers = await send(scene, [call(7), { jsonrpc: '2.0', id: 8, method: 'ping' }])
  expect(answers).toMatchObject([
    { id: 7, error: { data: { funds: 'spent' } } },
    { id: 8, result: {} },
  ])
})

test('error: a paid result that cannot be made is an error about its money, and stays undelivered', async () => {
  const fault = new TypeError('no')
  const ports = {
    now: () => 0,
    traffic: { record() {} },
    checkCatalog: async () => {},
    gateway: {
      async query(_: unknown, { money }: Caller) {
        money.follow({ id: '1', amount: 15_000n, state: 'answered', transaction: '0x1' } as never)
        return { status: 200, delivered() {} }
      },
    },
    answerWork: { result: () => Promise.reject(fault) },
  } as unknown as SurfacePorts
  const delivering = vi.fn()
  const client = { ...revokedClient, tools: undefined }
  const caller = { client, money: createRequestMoney() } as Caller
  const toolCall = { name: 'quotes', input: { tickers: ['A'] }, isNewer: true }
  const result = await callTool(toolCall, caller, ports, delivering)
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'INTERNAL' }, cost: { funds: 'spent' } },
  })
  expect(delivering).not.toHaveBeenCalled()
})
