import { decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { runningServer } from './testing/running-server.ts'

describe('the stock x402 client', () => {
  let server: RunningServer
  const account = privateKeyToAccount(generatePrivateKey())
  const pay = wrapFetchWithPayment(
    fetch,
    new x402Client().register('eip155:8453', new ExactEvmScheme(account)),
  )
  const ask = (path: string, body: unknown) =>
    pay(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  beforeAll(async () => {
    server = await runningServer()
    await server.devnet.faucet(account.address, 1_000_000n)
  })
  afterAll(() => server.close())

  test('default: pays our server, gets its answer, and the chain confirms the receipt', async () => {
    const [payeeBefore, payerBefore] = [
      await server.devnet.balanceOf(server.payTo),
      await server.devnet.balanceOf(account.address),
    ]
    const answer = await ask('/api/graphql', { query: '{ marketStatus { session timezone } }' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      data: { marketStatus: { timezone: 'America/New_York' } },
      extensions: { payment: { state: 'settled', amount: '0.015' } },
    })

    const receipt = decodePaymentResponseHeader(String(answer.headers.get('PAYMENT-RESPONSE')))
    expect(receipt).toMatchObject({
      success: true,
      network: 'eip155:8453',
      payer: account.address.toLowerCase(),
    })
    const onChain = await server.devnet.request({
      method: 'eth_getTransactionReceipt',
      params: [receipt.transaction],
    })
    expect(onChain).toMatchObject({ status: '0x1' })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(payeeBefore + 15_000n)
    expect(await server.devnet.balanceOf(account.address)).toBe(payerBefore - 15_000n)
  })

  test('behavior: pays a typed tool as well', async () => {
    const answer = await ask('/tools/macroSeries', { seriesId: 'CPIAUCSL', filter: { limit: 2 } })
    expect(answer.status).toBe(200)
    expect((await answer.json()) as object).toMatchObject({
      data: { macroSeries: [{ date: expect.any(String) }, {}] },
    })
  })

  test('error: refuses an empty wallet with the reason, and moves nothing', async () => {
    const poor = wrapFetchWithPayment(
      fetch,
      new x402Client().register(
        'eip155:8453',
        new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())),
      ),
    )
    const before = await server.devnet.balanceOf(server.payTo)
    const answer = await poor(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ marketStatus { session } }"}',
    })
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'SETTLEMENT_FAILED', funds: 'at-risk' } }],
    })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before)
  })
})
