import { defined } from '@fiq/shared/defined'
import { afterEach, expect, test } from 'vitest'
import { type Json, proxyScene, type SceneTerms } from './testing/proxy-scene.ts'

// A caller that repeats a call under its idempotency key gets the first answer, and pays once.

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function scene(terms?: SceneTerms) {
  const opened = await proxyScene(terms)
  cleanups.push(opened.close)
  const meta = (key: unknown) => ({ 'fiq/idempotency-key': key })
  const call = (ticker: string, key: unknown) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'quotes', arguments: { tickers: [ticker] }, _meta: meta(key) },
  })
  const stateless = (ticker: string, key: unknown) => {
    const { params, ...message } = call(ticker, key)
    const _meta = {
      ...params._meta,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    return { ...message, params: { ...params, _meta } }
  }
  const overHttp = (version: string) => async (ticker: string, key: unknown) => {
    const isStateless = version === '2026-07-28'
    const { json } = await opened.post('/mcp', (isStateless ? stateless : call)(ticker, key), {
      'mcp-protocol-version': version,
      ...defined({
        'mcp-method': isStateless ? 'tools/call' : undefined,
        'mcp-name': isStateless ? 'quotes' : undefined,
      }),
    })
    return json.result.structuredContent
  }
  const surfaces: Record<string, (ticker: string, key: unknown) => Promise<Json>> = {
    'POST /tools/quotes': async (ticker, key) => {
      const headers = { 'idempotency-key': `${key}` }
      const { json, headers: sent } = await opened.post(
        '/tools/quotes',
        { tickers: [ticker] },
        headers,
      )
      return json.errors
        ? { error: json.errors[0].extensions }
        : { cost: { paid: sent.get('x-fiq-paid') } }
    },
    '2026-07-28': overHttp('2026-07-28'),
    '2025-11-25': overHttp('2025-11-25'),
    '2025-03-26': overHttp('2025-03-26'),
  }
  return { ...opened, surfaces }
}

test.each(['POST /tools/quotes', '2026-07-28', '2025-11-25', '2025-03-26'])(
  'default: %s: a key pays once, also after its answer was delivered',
  async (surface) => {
    const { surfaces, signatures } = await scene()
    const send = surfaces[surface]!
    const paid = async (ticker: string, key: string) => (await send(ticker, key)).cost.paid
    expect([await paid('A', 'one'), await paid('A', 'one')]).toEqual(['0.015', '0'])
    expect([await paid('A', 'two'), await paid('A', 'two')]).toEqual(['0.015', '0'])
    expect(signatures()).toBe(2)
    expect(await send('B', 'one')).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_REUSED', funds: 'untouched' },
    })
    expect(await send('B', 'ä b')).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    expect(signatures()).toBe(2)
  },
)

test('behavior: all surfaces of a client share its keys, and calls at the same time pay once', async () => {
  const { surfaces, signatures } = await scene()
  const answers = await Promise.all(Object.values(surfaces).map((send) => send('A', 'one')))
  expect(answers.map(({ cost }) => cost.paid).sort()).toEqual(['0', '0', '0', '0.015'])
  const [first, second] = Object.values(surfaces)
  const both = await Promise.all([first!('A', 'two'), second!('B', 'two')])
  expect(both.map(({ error }) => error?.code).filter(Boolean)).toEqual(['IDEMPOTENCY_KEY_REUSED'])
  expect(signatures()).toBe(2)
})

test('behavior: keys belong to a client, survive a restart, and differ from calls without one', async () => {
  const first = await scene()
  expect((await first.surfaces['2026-07-28']!('A', 'one')).cost.paid).toBe('0.015')
  expect((await first.mcp('quotes', { tickers: ['A'] })).structuredContent.cost.paid).toBe('0.015')
  const again = await scene({
    folder: first.path,
    serverUrl: first.server.url.origin,
    client: { name: 'bob' },
  })
  expect((await again.surfaces['2026-07-28']!('A', 'one')).cost.paid).toBe('0.015')
  const meta = { 'fiq/idempotency-key': 'one' }
  const result = await first.stdio('quotes', { tickers: ['A'] }, 'ann', meta)
  expect(result.structuredContent.cost.paid).toBe('0')
})
