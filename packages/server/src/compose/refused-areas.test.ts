import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Devnet } from '../devnet/chain.ts'
import { type RunningServer, startServer } from './start-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fiq-refused-'))
let server: RunningServer<Devnet | undefined>

beforeAll(async () => {
  const live = { port: '0', dataDir, upstream: 'live', playMoney: 'on' }
  server = await startServer(readConfig(live, {}), {
    log: { error: () => {} },
    version: 'test',
    now: () => new Date(),
    environment: {},
  })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('default: a live server without settings names the refused areas, at start and in its tariff', async () => {
  expect(server.refusedAreas).toContainEqual({ area: 'financials', settings: ['SEC_USER_AGENT'] })
  const tariff = await (await fetch(`${server.url}/api/v1/tariff`)).json()
  expect(tariff).toMatchObject({
    unavailable: { 'Query.priceHistory': 'price history', 'Financials.income': 'financials' },
  })
})

test('error: requests no payment for them', async () => {
  const query = '{ entityByTicker(ticker: "AAPL") { financials { income { revenue } } } }'
  for (const path of ['/api/graphql', '/api/v1/price']) {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(answer.status).not.toBe(402)
    expect(await answer.text()).toContain('SEC_USER_AGENT turns on')
  }
})

test('error: refuses a wallet that pays for them, and settles nothing', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet!.faucet(account.address, 1_000_000n)
  const send = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
  const quoted = await send('{ marketStatus { session } }')
  const required = readPaymentRequired(String(quoted.headers.get('payment-required')))
  const { payTo, amount: value } = required.requirements
  const authorization = {
    from: account.address.toLowerCase() as `0x${string}`,
    to: payTo,
    value,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1_000) + 50),
    nonce: `0x${'7'.repeat(64)}` as const,
  }
  const signature = await account.signTypedData(typedDataOf(authorization))
  // Like a stock client: without the quote that binds a payment to its request.
  const { extensions: _, ...bare } = decodeHeader(
    paymentSignatureHeader(required, { authorization, signature }),
  ) as Record<string, unknown>
  const header = encodeHeader(bare)
  const query = '{ entityByTicker(ticker: "AAPL") { financials { income { revenue } } } }'
  const refused = await send(query, { 'payment-signature': header })
  expect(await refused.text()).toContain('NOT_CONFIGURED')
  expect(refused.headers.get('payment-response')).toBeNull()
  expect(await server.devnet!.balanceOf(account.address)).toBe(1_000_000n)
  // The same payment is still valid for the quoted query.
  const paid = await send('{ marketStatus { session } }', { 'payment-signature': header })
  expect(paid.headers.get('payment-response')).not.toBeNull()
  expect(await server.devnet!.balanceOf(account.address)).toBe(1_000_000n - value)
})
