import { joinTables } from '@fiq/shared/answers/testing/join-tables'
import { defined } from '@fiq/shared/defined'
import { afterEach, expect, test } from 'vitest'
import { receiptFor, send } from '../../payment/testing/hostile-server.ts'
import { testClock } from '../../payment/testing/test-payer.ts'
import { type Json, proxyScene, type SceneTerms } from '../testing/proxy-scene.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const rows = Array.from({ length: 3_000 }, (_, at) => ({
  ticker: `T${at}`,
  price: at,
  note: 'a\u200bb',
}))
const large: SceneTerms = {
  mode: {
    paid: (response, _, request) =>
      send(response, 200, JSON.stringify({ data: { quotes: rows } }), receiptFor(request)),
  },
}

async function scene(terms: SceneTerms = large) {
  const opened = await proxyScene(terms)
  cleanups.push(opened.close)
  const rpc = async (method: string, params: object, version = '2025-11-25', token?: string) => {
    const headers = {
      'mcp-protocol-version': version,
      ...defined({ authorization: token ? `Bearer ${token}` : undefined }),
    }
    const { json } = await opened.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)
    return json
  }
  const call = async (input: object, meta?: object, version?: string): Promise<Json> =>
    (await rpc('tools/call', { name: 'quotes', arguments: input, _meta: meta }, version)).result
  return { ...opened, rpc, call }
}

test('default: a paid answer above its budget becomes a summary, and its pages contain everything', async () => {
  const { rpc, call, signatures } = await scene()
  const { structuredContent: summary, content } = await call({ tickers: ['A'] })
  expect(JSON.stringify(summary).length).toBeLessThanOrEqual(40_000)
  expect(JSON.parse(content[0].text)).toEqual(summary)
  expect(summary).toMatchObject({
    answer: { form: 'summary', rows: 3_000 },
    cost: { paid: '0.015' },
    notice: expect.stringContaining('third parties'),
  })
  const { id, uri } = summary.answer
  expect(content[1]).toMatchObject({ type: 'resource_link', uri })
  const pages = []
  let at: string | undefined = `${uri}?table=quotes`
  while (at !== undefined) {
    const { result } = await rpc('resources/read', { uri: at })
    const [page] = result.contents
    expect(page.text.length).toBeLessThanOrEqual(40_000)
    pages.push(JSON.parse(page.text))
    at = page._meta?.['fiq/next']
  }
  const [first] = pages
  const table = { ...first, rows: pages.flatMap((page) => page.rows) }
  const whole = { quotes: rows.map((row) => ({ ...row, note: 'ab' })) }
  expect(joinTables({ quotes: { table: 'quotes' } }, [table])).toEqual(whole)
  const answer = async (input: object) => {
    const { result } = await rpc('tools/call', { name: 'answer', arguments: { id, ...input } })
    expect(result.content[0].text.length).toBeLessThanOrEqual(40_000)
    return result.structuredContent
  }
  expect(await answer({ table: 'quotes' })).toMatchObject({
    answer: { id, from: 0, next: expect.any(Number) },
    notice: expect.stringContaining('third parties'),
  })
  const { text } = await answer({ table: 'quotes', rows: 2, format: 'csv' })
  expect(text).toBe('ticker,price,note\nT0,0,ab\nT1,1,ab\n')
  expect(await answer({ offset: 2 })).toMatchObject({ error: { code: 'BAD_INPUT' } })
  expect(signatures()).toBe(1)
})

test('behavior: GET /answers returns the whole answer and its pages to the client that bought it', async () => {
  const { call, get, url, proxy, lines } = await scene()
  const { id } = (await call({ tickers: ['A'] })).structuredContent.answer
  const whole = await get(`/answers/${id}`)
  expect(whole.json.data.quotes).toEqual(rows.map((row) => ({ ...row, note: 'ab' })))
  const page = await get(`/answers/${id}?table=quotes&rows=2&format=csv&columns=ticker,note`)
  expect(page.text.trim().split(/\r?\n/)).toEqual(['ticker,note', 'T0,ab', 'T1,ab'])
  expect(page.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(page.headers.get('fiq-next')).toBe('2')
  const { token } = await proxy.clients.add({ name: 'bob', tools: undefined, savesHeader: false })
  const foreign = await get(`/answers/${id}`, { authorization: `Bearer ${token}` })
  expect([foreign.status, (await get(`/answers/${id.slice(1)}`)).status]).toEqual([404, 404])
  expect((await get(`/answers/${id}?rows=x`)).status).toBe(400)
  expect((await fetch(`${url}/answers/${id}`)).status).toBe(401)
  expect(lines.join('')).not.toContain(id)
})

test('behavior: a budget of 0 returns everything, 4,000 bytes are enforced, older versions have none', async () => {
  const { call } = await scene()
  expect((await call({ tickers: ['A'] }, { 'fiq/budget': 0 })).structuredContent.data).toHaveLength(
    3_000,
  )
  const small = await call({ tickers: ['A'] }, { 'fiq/budget': 4_000 })
  expect(small.content[0].text.length).toBeLessThanOrEqual(4_000)
  const older = await call({ tickers: ['A'] }, { 'fiq/budget': 4_000 }, '2025-06-18')
  expect(older.structuredContent.data).toHaveLength(3_000)
})

test('error: refuses another client, another id and an expired answer', async () => {
  const clock = testClock()
  const { rpc, call, proxy } = await scene({ ...large, clock })
  const { uri } = (await call({ tickers: ['A'] })).structuredContent.answer
  const { token } = await proxy.clients.add({ name: 'bob', tools: undefined, savesHeader: false })
  const refused = { error: { code: -32_002, data: { uri } } }
  expect(await rpc('resources/read', { uri }, '2025-11-25', token)).toMatchObject(refused)
  const foreign = `fiq://answer/${'0'.repeat(32)}`
  expect(await rpc('resources/read', { uri: foreign })).toMatchObject({ error: { code: -32_002 } })
  expect(await rpc('resources/read', { uri }, '2025-06-18')).toMatchObject({
    error: { code: -32_601 },
  })
  clock.advance(86_400_001)
  expect(await rpc('resources/read', { uri })).toMatchObject(refused)
})
