import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { defined } from '@fiq/shared/defined'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { paymentFor, quotesConnector } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const { app, access } = smallApp(quotesConnector().connector)

type Json = Record<string, unknown>
type Answer = { extensions: Json }
const tickers = ['AAPL']
const call = (meta?: Json) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'quotes', arguments: { tickers }, ...defined({ _meta: meta }) },
})
const post = (path: string, payload: Json, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: path,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
  })

/**
 * Buys over HTTP.
 *
 * @returns The body, and that of the same payment sent again.
 */
const overHttp = (path: string, payload: Json) => async (payer: string) => {
  const quoted = await post(path, payload)
  const payment = {
    'payment-signature': paymentFor(quoted.headers['payment-required'], { payer }),
  }
  const [first, again] = [await post(path, payload, payment), await post(path, payload, payment)]
  return { answer: first.json<Answer>(), isSame: again.body === first.body }
}

async function overMcp(payer: string) {
  const bodyOf = async (meta?: Json) =>
    (await post('/mcp', call(meta))).json<{ result: { structuredContent: Answer } }>().result
      .structuredContent
  const meta = { 'x402/payment': decodeHeader(paymentFor(encodeHeader(await bodyOf()), { payer })) }
  const [first, again] = [await bodyOf(meta), await bodyOf(meta)]
  return { answer: first, isSame: JSON.stringify(again) === JSON.stringify(first) }
}

describe('the disclaimers', () => {
  test.each([
    [
      'GraphQL',
      'a',
      overHttp('/api/graphql', { query: '{ quotes(tickers: ["AAPL"]) { price } }' }),
    ],
    ['a tool', 'c', overHttp('/tools/quotes', { tickers })],
    ['MCP', 'd', overMcp],
  ])('default: over %s a payer gets them only in its first answer', async (_, payer, buy) => {
    const [first, second] = [await buy(payer), await buy(payer)]
    expect(first.answer.extensions['disclaimers']).toEqual(disclaimers)
    expect(second.answer.extensions).not.toHaveProperty('disclaimers')
    // The same payment again returns the stored text, independent of later texts.
    expect([first.isSame, second.isSame]).toEqual([true, true])
  })

  test('default: an organisation gets them in its first answer on credits', async () => {
    const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci' }, access.accounts)
    const bearer = { authorization: `Bearer ${key}` }
    const ask = async () =>
      (await post('/tools/quotes', { tickers }, bearer)).json<Answer>().extensions['disclaimers']
    expect([await ask(), await ask()]).toEqual([disclaimers, undefined])
  })

  test('behavior: free answers contain no data and no disclaimer', async () => {
    const free = await post('/api/graphql', { query: '{ __typename }' })
    expect(free.json()).not.toHaveProperty('extensions')
  })
})
