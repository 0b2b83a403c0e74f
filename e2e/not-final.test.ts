import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runningServer } from './testing/running-server.ts'

test('behavior: requests do not wait for finality: all are answered on a chain that never finalises', async () => {
  const server = await runningServer({ finalityDepth: '100000' })
  try {
    const account = privateKeyToAccount(generatePrivateKey())
    await server.devnet.faucet(account.address, 20_000_000n)
    // By default, the stock client pays at most 1 USDC.
    const wallet = x402Client.fromConfig({
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
      spendControls: false,
    })
    const pay = wrapFetchWithPayment(fetch, wallet)
    const post = async (path: string, body: unknown) => {
      const answer = await pay(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, await answer.clone().text()).toBe(200)
      return (await answer.json()) as Record<string, unknown>
    }
    const query = { query: '{ marketStatus { session } }' }
    expect(await post('/api/graphql', query)).toMatchObject({
      extensions: { payment: { state: 'settled' } },
    })
    // Only credits may wait: they are pending, but the request is answered immediately.
    const large = { amountUsd: 12 }
    expect(await post('/api/v1/credits/topup', large)).toMatchObject({ creditsPending: 4_000 })
    const tool = await post('/tools/marketStatus', {})
    expect(tool).toMatchObject({ data: { marketStatus: { session: expect.any(String) } } })
  } finally {
    await server.close()
  }
})
