import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm'
import { ExactEvmScheme as ExactEvmServer } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import express from 'express'
import { http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, openDevnet } from '../packages/server/src/devnet/chain.ts'
import { facilitatorOver, type Listening, listening, nodeOver } from './testing/over-http.ts'
import { runningServer, startedServer } from './testing/running-server.ts'
import { stockFacilitator } from './testing/stock-facilitator.ts'

const payTo = '0x000000000000000000000000000000000000bEEF'
const question = '{"query":"{ marketStatus { timezone } }"}'
const price = 15_000n

/** The stock client with a new wallet. */
const payer = () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
  /** Every request as sent. */
  const sent: Request[] = []
  const watched: typeof fetch = (...request) => {
    const leaving = new Request(...request)
    sent.push(leaving.clone())
    return fetch(leaving)
  }
  const pay = wrapFetchWithPayment(watched, client)
  const ask = (url: string) =>
    pay(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question,
    })
  return { address: account.address, ask, sent }
}
const receiptOf = (answer: Response) =>
  decodePaymentResponseHeader(String(answer.headers.get('PAYMENT-RESPONSE')))

describe('our facilitator, served over HTTP', () => {
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  /** A stock resource server whose payments are settled by our server. */
  const stockServer = async (facilitator: string) => {
    const app = express()
    const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator }))
    const accepts = { scheme: 'exact', price: '$0.015', network: 'eip155:8453', payTo } as const
    app.use(
      paymentMiddleware(
        { 'POST /api/graphql': { accepts, description: 'd', mimeType: 'application/json' } },
        resources.register('eip155:8453', new ExactEvmServer()),
      ),
    )
    app.post('/api/graphql', (_, response) => void response.json({ data: { from: 'stock' } }))
    const server = await listening(app)
    closing.push(server.close)
    return server.url
  }

  test('default: a stock express server is paid by the stock client through our facilitator', async () => {
    const ours = await runningServer({ serveFacilitator: 'on' })
    closing.push(ours.close)
    const url = await stockServer(`${ours.url}/facilitator`)
    const { address, ask } = payer()
    await ours.devnet.faucet(address, 1_000_000n)

    const answer = await ask(url)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ data: { from: 'stock' } })
    expect(receiptOf(answer)).toMatchObject({ success: true, network: 'eip155:8453' })
    expect(await ours.devnet.balanceOf(payTo)).toBe(price)
    expect(await ours.devnet.balanceOf(address)).toBe(1_000_000n - price)

    const poor = payer()
    expect((await poor.ask(url)).status).toBe(402)
    expect(await ours.devnet.balanceOf(payTo)).toBe(price)
  })

  test('error: serves no facilitator unless the operator enables it', async () => {
    const ours = await runningServer()
    closing.push(ours.close)
    for (const [method, path] of [
      ['GET', 'supported'],
      ['POST', 'verify'],
      ['POST', 'settle'],
    ] as const)
      expect((await fetch(`${ours.url}/facilitator/${path}`, { method })).status).toBe(404)
  })
})

describe('our server where real money would be', () => {
  let chain: Devnet
  let node: Listening
  let stock: Listening
  const closing: (() => unknown)[] = []
  /** Methods called on the node, one list for each round trip. */
  const roundTrips: string[][] = []

  beforeAll(async () => {
    chain = await openDevnet()
    node = await nodeOver(chain, (methods) => roundTrips.push(methods))
    // The stock facilitator sends requests to the node over HTTP too, as it would in production.
    const { request } = http(node.url)({})
    stock = await facilitatorOver(stockFacilitator({ ...chain, request: request as never }))
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    stock.close()
    node.close()
    await chain.close()
  })

  const started = async (flags: Parameters<typeof startedServer>[0]) => {
    const server = await startedServer({ payTo, ...flags })
    closing.push(server.close)
    return server
  }
  const paysOnce = async (url: string) => {
    const { address, ask } = payer()
    await chain.faucet(address, 1_000_000n)
    const before = await chain.balanceOf(payTo)
    const answer = await ask(url)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      data: { marketStatus: { timezone: 'America/New_York' } },
      extensions: { payment: { state: 'settled', amount: '0.015' } },
    })
    const { transaction } = receiptOf(answer)
    expect(
      await chain.request({ method: 'eth_getTransactionReceipt', params: [transaction] }),
    ).toMatchObject({ status: '0x1' })
    expect(await chain.balanceOf(payTo)).toBe(before + price)
    expect(await chain.balanceOf(address)).toBe(1_000_000n - price)
    return { answer, address }
  }

  test('default: a stock facilitator settles for the server, and a node confirms its response', async () => {
    const ours = await started({ facilitator: stock.url, rpcUrl: node.url })
    const { answer } = await paysOnce(ours.url)
    expect(receiptOf(answer)).toMatchObject({
      extensions: { settlement: { logIndex: expect.any(Number) } },
    })
  })

  test("behavior: without a node, the server accepts the facilitator's success", async () => {
    const ours = await started({ facilitator: stock.url })
    const { answer } = await paysOnce(ours.url)
    expect(receiptOf(answer).extensions).toBeUndefined()
  })

  test.each([
    ['before', 503],
    ['after', 200],
  ] as const)(
    'error: if a facilitator fails %s it settled (%i), the same payment still pays once',
    async (when, first) => {
      const honest = stockFacilitator(chain)
      let failures = 1
      const flaky = await facilitatorOver({
        ...honest,
        async settle(...order) {
          const settled = when === 'after' ? await honest.settle(...order) : undefined
          if (failures-- > 0) throw new Error('out of memory')
          return settled ?? honest.settle(...order)
        },
      })
      closing.push(flaky.close)
      const ours = await started({ facilitator: flaky.url, rpcUrl: node.url })
      const { address, ask, sent } = payer()
      await chain.faucet(address, 1_000_000n)
      const before = await chain.balanceOf(payTo)

      const answer = await ask(ours.url)
      expect(answer.status).toBe(first)
      if (first === 503) {
        expect(answer.headers.get('retry-after')).toBe('1')
        expect(await answer.json()).toMatchObject({
          errors: [{ extensions: { code: 'SETTLEMENT_PENDING', funds: 'at-risk' } }],
        })
      }
      const again = await fetch(sent.at(-1)!.clone())
      expect(again.status).toBe(200)
      expect(await chain.balanceOf(payTo)).toBe(before + price)
      expect(await chain.balanceOf(address)).toBe(1_000_000n - price)
    },
  )

  test('behavior: without a node, a payment that a stock facilitator reports as pending settles on the next request', async () => {
    let isSilent = true
    const request: Devnet['request'] = (order) => {
      if (order.method === 'eth_getTransactionReceipt' && isSilent)
        return Promise.reject(new Error('The node did not answer.'))
      return chain.request(order)
    }
    const late = await facilitatorOver(stockFacilitator({ ...chain, request }))
    closing.push(late.close)
    const ours = await started({ facilitator: late.url })
    const { address, ask, sent } = payer()
    await chain.faucet(address, 1_000_000n)
    expect((await ask(ours.url)).status).toBe(503)
    isSilent = false
    const again = await fetch(sent.at(-1)!.clone())
    expect(again.status).toBe(200)
    expect(receiptOf(again)).toMatchObject({ success: true })
    expect(await chain.balanceOf(address)).toBe(1_000_000n - price)
  })

  test("error: without a node, a facilitator's claim that a nonce is used does not prove payment", async () => {
    const honest = stockFacilitator(chain)
    const reasons: (string | undefined)[] = []
    const lossy = await facilitatorOver({
      ...honest,
      async settle(...order) {
        const settlement = await honest.settle(...order)
        reasons.push(settlement.errorReason)
        if (settlement.success) throw new Error('The answer got lost.')
        return settlement
      },
    })
    closing.push(lossy.close)
    const ours = await started({ facilitator: lossy.url })
    const { address, ask, sent } = payer()
    await chain.faucet(address, 1_000_000n)
    expect((await ask(ours.url)).status).toBe(503)
    const again = await fetch(sent.at(-1)!.clone())
    expect(reasons).toEqual([undefined, 'invalid_exact_evm_nonce_already_used'])
    expect([again.status, await again.json()]).toMatchObject([
      503,
      { errors: [{ extensions: { code: 'SETTLEMENT_PENDING', funds: 'at-risk' } }] },
    ])
    expect(await chain.balanceOf(address)).toBe(1_000_000n - price)
  })

  test('error: the facilitator refuses an empty wallet before the payment is claimed', async () => {
    const ours = await started({ facilitator: stock.url, rpcUrl: node.url })
    const answer = await payer().ask(ours.url)
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'PAYMENT_INVALID',
            facts: ['Reason: invalid_exact_evm_insufficient_balance'],
          },
        },
      ],
    })
  })

  test('behavior: our own settler, with a node and a key file, needs few round trips', async () => {
    const key = generatePrivateKey()
    const settler = privateKeyToAccount(key).address
    await chain.request({
      method: 'hardhat_setBalance',
      params: [settler, '0xde0b6b3a7640000'],
    })
    const settlerKeyFile = join(tmpdir(), `fiq-settler-${process.pid}`)
    writeFileSync(settlerKeyFile, key, { mode: 0o600 })
    const ours = await started({ facilitator: 'local', rpcUrl: node.url, settlerKeyFile })
    closing.push(() => rmSync(settlerKeyFile))
    const { answer } = await paysOnce(ours.url)
    expect(
      await chain.request({
        method: 'eth_getTransactionByHash',
        params: [receiptOf(answer).transaction],
      }),
    ).toMatchObject({ from: settler.toLowerCase() })

    // The number of round trips: two for an unknown payer, one for a payer with a settled payment.
    const sendAndRead = [
      'eth_sendRawTransaction',
      'eth_getTransactionReceipt',
      'eth_getBlockByNumber',
    ]
    const { address, ask } = payer()
    await chain.faucet(address, 1_000_000n)
    for (const trips of [[['eth_call'], sendAndRead], [sendAndRead]]) {
      roundTrips.length = 0
      expect((await ask(ours.url)).status).toBe(200)
      expect(roundTrips).toEqual(trips)
    }
  })

  test('behavior: there is no devnet and no faucet, and the service description states it', async () => {
    const ours = await started({ facilitator: stock.url })
    expect(ours.devnet).toBeUndefined()
    expect(await (await fetch(`${ours.url}/api/v1/service`)).json()).toMatchObject({
      payTo,
      devnet: false,
      rpc: null,
      faucet: null,
    })
    for (const path of ['rpc', 'faucet']) {
      const { status } = await fetch(`${ours.url}/devnet/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect(status).toBe(404)
    }
  })
})
