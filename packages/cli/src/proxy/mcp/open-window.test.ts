import { PassThrough } from 'node:stream'
import { defined } from '@fiq/shared/defined'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '../../compose/proxy.ts'
import { type Json, proxyScene, type SceneTerms } from '../testing/proxy-scene.ts'
import { openWindow } from './open-window.ts'

// The meaning of a reply in a client's window.

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const realClock = {
  now: Date.now,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 5))),
}
const inClient = { windowMax: 20_000n }
const accept = (approve: unknown) => ({ action: 'accept', content: { approve } })
const elicits = { elicitation: { form: {} } }

describe('2026-07-28', () => {
  test('default: by default a reply decides nothing; the terminal decides while the call waits', async () => {
    const { call, proxy, server, payments } = await scene()
    const first = await call('A')
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        payment: { method: 'elicitation/create', params: { mode: 'form' } },
      },
    })
    const { params } = first.result.inputRequests.payment
    expect(params.requestedSchema).toEqual({ type: 'object', properties: {} })
    expect(params.message).toContain('An answer here has no effect.')
    const held = call('A', answerOf(first, accept(true)))
    const [waiting] = await proxy.approvals.waiting()
    expect(waiting?.state).toBe('waiting')
    await proxy.approvals.decide(waiting!.id, 'approved')
    expect((await held).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { cost: { paid: '0.015' } },
    })
    expect([payments(), server.settled.size]).toEqual([1, 1])
  })

  test.each([
    ['the first call, at once', undefined, undefined, undefined, 0],
    ['a reply where the terminal decides, 50 s', 1, accept(true), undefined, 50_000],
    ['no reply where the terminal decides, 50 s', 1, undefined, undefined, 50_000],
    ['a closed form, at once', 1, { action: 'cancel' }, undefined, 0],
    ['a reply that decides, at once', 1, accept(true), inClient, 0],
  ])('behavior: the form is shown again after %s', (_, round, payment, client, holdMs) => {
    const approval = { amount: 15_000n, quote: {} }
    const requestStates = { read: () => ({ approval, round }) }
    const params = {
      ...defined({
        requestState: round ? 's' : undefined,
        inputResponses: round ? { payment } : undefined,
      }),
      _meta: { [metaKeys.capabilities]: elicits },
    }
    const window = openWindow(params, { ...client } as never, { requestStates } as never)
    expect(window.holdMs).toBe(holdMs)
  })

  test('default: a window that may approve shows the payment, and its reply pays', async () => {
    const { call, payments, server } = await scene({ client: inClient })
    const first = await call('A')
    const { message, requestedSchema } = first.result.inputRequests.payment.params
    const answer = await call('A', answerOf(first, accept(true)))
    expect(answer.result.structuredContent.cost.paid).toBe('0.015')
    const [paid] = server.payments
    expect(message).toContain(`Pay 0.015 USDC to ${paid!.authorization.to}`)
    expect(message).toContain(new URL(server.url).origin)
    expect(message).toContain('quotes(tickers: ["A"])')
    expect(paid!.authorization.value).toBe(15_000n)
    expect(requestedSchema.required).toEqual(['approve'])
    // The same state has no further effect: the next payment needs a new approval.
    const again = await call('A', answerOf(first, accept(true)))
    expect(again.result.resultType).toBe('input_required')
    expect(again.result.requestState).not.toBe(first.result.requestState)
    expect(payments()).toBe(1)
  })

  test.each([
    ['decline', { action: 'decline' }],
    ['accept with false', accept(false)],
  ])('error: %s denies, and the same state stays denied', async (_, answer) => {
    const { call, payments } = await scene({ client: inClient })
    const first = await call('A')
    for (let n = 0; n < 2; n++)
      expect(errorOf(await call('A', answerOf(first, answer)))).toMatchObject({
        code: 'DECLINED',
        funds: 'untouched',
      })
    expect(errorOf(await call('A', answerOf(first, accept(true)))).code).toBe('DECLINED')
    expect(payments()).toBe(0)
  })

  test('behavior: cancel leaves the decision to the terminal, without another form', async () => {
    const { call, proxy, payments } = await scene({ client: inClient })
    const first = await call('A')
    const cancelled = await call('A', answerOf(first, { action: 'cancel' }))
    expect(errorOf(cancelled)).toMatchObject({ code: 'APPROVAL_NEEDED', funds: 'untouched' })
    const [waiting] = await proxy.approvals.waiting()
    await proxy.approvals.decide(waiting!.id, 'approved')
    expect((await call('A')).result.structuredContent.cost.paid).toBe('0.015')
    expect(payments()).toBe(1)
  })

  test('behavior: prompts again after an invalid reply, three times in total', async () => {
    const { call, proxy } = await scene({ client: inClient })
    let last = await call('A')
    for (const response of [undefined, accept('yes')]) {
      last = await call('A', answerOf(last, response))
      expect(last.result.resultType).toBe('input_required')
    }
    expect(errorOf(await call('A', answerOf(last, 7))).code).toBe('APPROVAL_NEEDED')
    expect(await proxy.approvals.waiting()).toHaveLength(1)
  })

  test('behavior: above its amount, and for a new payee, only the terminal decides', async () => {
    const dear = await scene({ client: { windowMax: 14_999n } })
    const first = await dear.call('A')
    expect(first.result.inputRequests.payment.params.requestedSchema.properties).toEqual({})
    const fresh = await scene({ client: inClient, isUntrusted: true })
    const asked = await fresh.call('A')
    expect(asked.result.inputRequests.payment.params.message).toContain('NEW')
    expect(asked.result.inputRequests.payment.params.requestedSchema.properties).toEqual({})
    const closed = await fresh.call('A', answerOf(asked, { action: 'decline' }))
    expect(errorOf(closed).code).toBe('APPROVAL_NEEDED')
    expect([dear.payments(), fresh.payments()]).toEqual([0, 0])
  })

  test('error: a forged state, or one of another call or client, gives -32602', async () => {
    const { call, proxy, payments } = await scene({ client: inClient })
    const first = await call('A')
    const { requestState } = first.result
    const { token } = await proxy.clients.add({
      name: 'eve',
      tools: undefined,
      savesHeader: false,
      ...inClient,
    })
    const [version, body, mac] = requestState.split('.')
    const later = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), until: 9e15 }),
    ).toString('base64url')
    const forged: unknown[] = [
      'x',
      '',
      7,
      {},
      { toString: 1 },
      `${version}.${Buffer.from('{"id":{"toString":1}}').toString('base64url')}.${mac}`,
      `${version}.${body}`,
      `${version}.${body}.`,
      `v2.${body}.${mac}`,
      `${version}.${body}.${mac}.`,
      `${version}.${body}.${mac.slice(1)}`,
      `${version}.${later}.${mac}`,
      `${version}.${mac}.${body}`,
    ]
    const inputResponses = { payment: accept(true) }
    for (const state of forged)
      expect((await call('A', { requestState: state, inputResponses })).error).toMatchObject({
        code: -32_602,
      })
    const other = { authorization: `Bearer ${token}` }
    expect((await call('A', answerOf(first, accept(true)), other)).error.code).toBe(-32_602)
    expect((await call('B', answerOf(first, accept(true)))).error.code).toBe(-32_602)
    expect(await proxy.approvals.waiting()).toMatchObject([{ state: 'waiting' }])
    expect(payments()).toBe(0)
  })

  test('error: an expired state gives -32602, and its payment is denied', async () => {
    let past = 0
    const clock = { ...realClock, now: () => Date.now() + past }
    const { call, payments } = await scene({ client: inClient, clock })
    const first = await call('A')
    past = 61_000
    expect(errorOf(await call('A', answerOf(first, accept(true)))).code).toBe('DECLINED')
    past = 361_000
    expect((await call('A', answerOf(first, accept(true)))).error.code).toBe(-32_602)
    expect(payments()).toBe(0)
  })

  test('behavior: one state in many concurrent calls pays once', async () => {
    const { call, payments } = await scene({ client: inClient })
    const first = await call('A')
    await Promise.all(Array.from({ length: 8 }, () => call('A', answerOf(first, accept(true)))))
    expect(payments()).toBe(1)
  })

  test('behavior: a proxy restarted between the rounds accepts its state', async () => {
    const before = await scene({ client: inClient })
    const first = await before.call('A')
    const after = await scene({
      folder: before.path,
      serverUrl: before.server.url.origin,
      client: { name: 'bea' },
    })
    const authorization = `Bearer ${before.token}`
    const answer = await after.call('A', answerOf(first, accept(true)), { authorization })
    expect(answer.result.structuredContent.cost.paid).toBe('0.015')
    expect(before.server.payments).toHaveLength(1)
  })

  test.each([{}, { elicitation: { url: {} } }])(
    'behavior: a client that declares %j waits for the terminal, without a form',
    async (capabilities) => {
      const { call, proxy, untilPrinted } = await scene({ client: inClient })
      const answer = call('A', {}, {}, capabilities)
      await untilPrinted('waiting ')
      const [waiting] = await proxy.approvals.waiting()
      await proxy.approvals.decide(waiting!.id, 'approved')
      expect((await answer).result.resultType).toBe('complete')
    },
  )

  test('default: a stock client shows the form, and gets the answer', async () => {
    const { url, token, payments } = await scene({ client: inClient })
    const client = new Client(
      { name: 'stock', version: '1' },
      { capabilities: elicits, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const shown: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params.message)
      return { action: 'accept', content: { approve: true } }
    })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
    const result = await client.callTool({ name: 'quotes', arguments: { tickers: ['A'] } })
    expect(result.structuredContent).toMatchObject({ cost: { paid: '0.015' } })
    expect(shown).toEqual([expect.stringContaining('Pay 0.015 USDC')])
    expect(payments()).toBe(1)
    await client.close()
  })
})

describe('with a handshake, on standard input', () => {
  test.each<[string, Json, string | undefined]>([
    ['accept', accept(true), undefined],
    ['decline', { action: 'decline' }, 'DECLINED'],
    ['accept with false', accept(false), 'DECLINED'],
  ])('default: %s in a window that may approve', async (_, answer, code) => {
    const { stdio, payments } = await scene({ client: inClient })
    const { result, shown } = await stdio('2025-11-25', () => answer)
    expect(shown).toMatchObject([{ mode: 'form', message: expect.stringContaining('Pay 0.015') }])
    expect(result.structuredContent.error?.code).toBe(code)
    expect(payments()).toBe(code === undefined ? 1 : 0)
  })

  test('behavior: cancel, an error and an open form leave the decision to the terminal', async () => {
    for (const answer of [{ action: 'cancel' }, undefined, 'never'] as Json[]) {
      const { stdio, proxy, payments, path } = await scene({ client: inClient })
      const { result, written } = await stdio('2025-11-25', async () => {
        setTimeout(async () => {
          const [waiting] = await proxy.approvals.waiting()
          await proxy.approvals.decide(waiting!.id, 'approved')
        }, 50)
        return answer
      })
      expect(result.structuredContent.cost?.paid, path).toBe('0.015')
      expect(payments()).toBe(1)
      const withdrawn = written.filter(({ method }) => method === 'notifications/cancelled')
      expect(withdrawn).toHaveLength(answer === 'never' ? 1 : 0)
    }
  })

  test('behavior: prompts again after an invalid reply, three times in total', async () => {
    const { stdio, payments } = await scene({ client: inClient, options: { approvalMs: 300 } })
    const { result, shown } = await stdio('2025-11-25', () => accept('yes'), 300)
    expect(shown).toHaveLength(3)
    expect(result.structuredContent.error.code).toBe('DECLINED')
    expect(payments()).toBe(0)
  })

  test('behavior: by default its reply decides nothing', async () => {
    for (const version of ['2025-11-25', '2025-06-18']) {
      const { stdio, payments } = await scene()
      const { result, shown } = await stdio(version, () => accept(true), 300)
      expect(shown).toEqual([
        {
          ...defined({ mode: version === '2025-11-25' ? 'form' : undefined }),
          message: expect.stringContaining('An answer here has no effect.'),
          requestedSchema: { type: 'object', properties: {} },
        },
      ])
      expect(result.structuredContent.error.code).toBe('DECLINED')
      expect(payments()).toBe(0)
    }
  })
})

function answerOf({ result }: Json, response: unknown): Json {
  return {
    requestState: result.requestState,
    ...defined({ inputResponses: response === undefined ? undefined : { payment: response } }),
  }
}

function errorOf({ result }: Json): Json {
  return result.structuredContent.error
}

/** A proxy that requires approval for every payment. */
async function scene({ client, ...terms }: SceneTerms = {}) {
  const opened = await proxyScene({
    limits: { autoApprove: 1_000n },
    clock: realClock,
    options: { approvalMs: 60_000 },
    ...defined({ client }),
    ...terms,
  })
  cleanups.push(opened.close)
  const { post, server, world } = opened
  return {
    ...opened,
    payments: () => server.payments.length,
    async call(
      ticker: string,
      answer: Json = {},
      headers: Record<string, string> = {},
      capabilities: Json = elicits,
    ): Promise<Json> {
      const _meta = {
        [metaKeys.version]: '2026-07-28',
        [metaKeys.capabilities]: capabilities,
      }
      const params = { name: 'quotes', arguments: { tickers: [ticker] }, _meta, ...answer }
      const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
      const { json } = await post('/mcp', request, {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'quotes',
        ...headers,
      })
      return json
    },
    /** One call over standard input and output; `answer` replies to each form. */
    async stdio(version: string, answer: () => unknown, approvalMs = 60_000) {
      const streams = { input: new PassThrough(), output: new PassThrough() }
      const served = createProxy({ ...world, stdio: () => streams }).serveStdio('ann', {
        approvalMs,
        reuse: false,
      })
      const shown: Json[] = []
      const written: Json[] = []
      const say = (message: object) =>
        streams.input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      const result = await new Promise<Json>((resolve) => {
        let rest = ''
        streams.output.on('data', async (chunk: Buffer) => {
          const lines = (rest + chunk).split('\n')
          rest = lines.pop()!
          for (const message of lines.map((line) => JSON.parse(line) as Json)) {
            written.push(message)
            if (message.id === 'call') resolve(message.result)
            if (message.method !== 'elicitation/create') continue
            shown.push(message.params)
            const reply = await answer()
            if (reply === undefined)
              say({ id: message.id, error: { code: -32_601, message: 'Method not found' } })
            else if (reply !== 'never') say({ id: message.id, result: reply })
          }
        })
        const clientInfo = { name: 'test', version: '1' }
        const capabilities = { elicitation: {} }
        say({
          id: 'hello',
          method: 'initialize',
          params: { protocolVersion: version, capabilities, clientInfo },
        })
        const params = { name: 'quotes', arguments: { tickers: ['A'] } }
        say({ id: 'call', method: 'tools/call', params })
      })
      streams.input.end()
      await served
      return { result, shown, written }
    },
  }
}
