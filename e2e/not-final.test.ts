import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runningServer } from './testing/running-server.ts'

/** Sends paid requests of one wallet with the stock client. */
function payer() {
  const account = privateKeyToAccount(generatePrivateKey())
  // By default, the stock client pays at most 1 USDC.
  const wallet = x402Client.fromConfig({
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
    spendControls: false,
  })
  const pay = wrapFetchWithPayment(fetch, wallet)
  const post = async (url: string, body: unknown) => {
    const answer = await pay(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await answer.json()) as Record<string, unknown>
  }
  return { address: account.address, post }
}

test('behavior: requests do not wait for finality: all are answered on a chain that never finalises', async () => {
  const server = await runningServer({ finalityDepth: '100000' })
  try {
    const { address, post: postTo } = payer()
    await server.devnet.faucet(address, 20_000_000n)
    const post = (path: string, body: unknown) => postTo(`${server.url}${path}`, body)
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

test('behavior: pending credits are given once their block is final, also by the next run', async () => {
  const first = await runningServer({ finalityDepth: '1' })
  const { address, post } = payer()
  const topUp = (url: string, amountUsd: number) =>
    post(`${url}/api/v1/credits/topup`, { amountUsd })
  await first.devnet.faucet(address, 20_000_000n)
  expect(await topUp(first.url, 12)).toMatchObject({ creditsLeft: 0, creditsPending: 4_000 })
  // The next payment is in the next block.
  expect(await topUp(first.url, 0.015)).toMatchObject({ creditsLeft: 5, creditsPending: 4_000 })
  await first.stop()
  const dataDir = join(first.folder, 'data')
  const deep = await runningServer({ finalityDepth: '100000', dataDir })
  expect(await topUp(deep.url, 0.015)).toMatchObject({ creditsPending: 4_000 })
  await deep.close()
  const next = await runningServer({ finalityDepth: '1', dataDir })
  const later = await topUp(next.url, 0.015)
  expect(later).toMatchObject({ creditsLeft: 4_015 })
  expect(later).not.toHaveProperty('creditsPending')
  await next.close()
  rmSync(first.folder, { recursive: true })
})
