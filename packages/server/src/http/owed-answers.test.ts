import { bounds } from '@fiq/shared/bounds'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { expect, test } from 'vitest'
import { paymentFor, quotesConnector } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const query = '{ quotes(tickers: ["AAPL"]) { price } }'

/** A server whose field fails, and a payment whose answer is owed. */
async function owed() {
  const { connector, state } = quotesConnector()
  let runs = 0
  const { resolve } = connector.fields['Query.quotes']!
  connector.fields['Query.quotes']!.resolve = (...request) => {
    runs += 1
    return resolve(...request)
  }
  const { app, clock } = smallApp(connector)
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { host: 'fiq.test', ...headers }, payload })
  const quoted = await post('/api/graphql', { query })
  const headers = { 'payment-signature': paymentFor(quoted.headers['payment-required']) }
  const send = async () => {
    const answer = await post('/api/graphql', { query }, headers)
    const { extensions = {} } = answer.json().errors?.[0] ?? {}
    return { status: answer.statusCode, after: answer.headers['retry-after'], ...extensions }
  }
  const claim = () => post('/api/v1/credits/claim', {}, headers)
  state.isBroken = true
  return { post, send, claim, clock, state, runs: () => runs }
}

test('default: an early try gets the remaining seconds, and executes nothing', async () => {
  const { send, clock, runs } = await owed()
  const waits: unknown[] = []
  await send()
  for (let at = 0; at < 5; at += 1) {
    expect(await send()).toMatchObject({ code: 'ANSWER_OWED', funds: 'owed' })
    const early = await send()
    waits.push(early.after)
    expect(early).toMatchObject({ status: 502, code: 'ANSWER_OWED', funds: 'owed' })
    expect(early.facts).toEqual([
      'Reason: UPSTREAM_UNAVAILABLE: down',
      `Transaction: 0x${'c'.repeat(64)}`,
      `Tries: ${at + 1} of ${bounds.owedTriesMax}`,
      `Next try: in ${early.after} s at the earliest`,
    ])
    clock.nowMs += Number(early.after) * 1_000
  }
  expect(waits).toEqual(['1', '2', '4', '8', '16'])
  expect(runs()).toBe(6)
})

test('behavior: a failed try states the earliest next one; a later one gets the answer', async () => {
  const { send, clock, state } = await owed()
  await send()
  for (const after of ['1', '2', '4']) {
    expect(await send()).toMatchObject({ code: 'ANSWER_OWED', after })
    clock.nowMs += Number(after) * 1_000
  }
  state.isBroken = false
  expect(await send()).toMatchObject({ status: 200 })
})

test('error: after the last try nothing is executed, and the amount can be claimed', async () => {
  const { send, claim, clock, state, runs } = await owed()
  await send()
  for (let at = 0; at < bounds.owedTriesMax; at += 1) {
    expect((await send()).code).toBe('ANSWER_OWED')
    clock.nowMs += 3_600_000
  }
  state.isBroken = false
  const last = await send()
  expect(last).toMatchObject({ status: 502, code: 'ANSWER_OWED', funds: 'owed', after: undefined })
  expect(last.facts.slice(2)).toEqual([
    `Tries: ${bounds.owedTriesMax} of ${bounds.owedTriesMax}`,
    'Next try: none',
  ])
  expect(last.remedy).toContain('/api/v1/credits/claim')
  expect(runs()).toBe(1 + bounds.owedTriesMax)
  const claimed = await claim()
  expect(claimed.json()).toMatchObject({ credits: 5, wallet: `0x${'a'.repeat(40)}` })
  expect((await send()).code).toBe('PAYMENT_BOUND_TO_OTHER_REQUEST')
})

test('default: over MCP, the header and the result have the seconds', async () => {
  const { post } = await owed()
  const call = async (meta: object) => {
    const answer = await post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quotes', arguments: { tickers: ['AAPL'] }, _meta: meta },
    })
    return { after: answer.headers['retry-after'], result: answer.json().result }
  }
  const { result } = await call({})
  const required = encodeHeader(result.structuredContent)
  const meta = { 'x402/payment': decodeHeader(paymentFor(required)) }
  await call(meta)
  await call(meta)
  await call(meta)
  const early = await call(meta)
  expect(early.after).toBe('1')
  const [{ extensions }] = early.result.structuredContent.errors
  expect(extensions.facts).toContain('Next try: in 1 s at the earliest')
})
