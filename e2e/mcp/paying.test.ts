import { defined } from '@fiq/shared/defined'
import {
  Client as NewerClient,
  StreamableHTTPClientTransport as NewerTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../packages/server/src/compose/start-server.ts'
import { runningServer } from '../testing/running-server.ts'
import { signIn, topUp } from '../testing/signed-in.ts'

type Json = Record<string, unknown>
type Result = {
  isError?: boolean
  structuredContent?: Json
  content: { text: string }[]
  _meta?: Json
}

let server: RunningServer
const account = privateKeyToAccount(generatePrivateKey())
beforeAll(async () => {
  server = await runningServer()
  await server.devnet.faucet(account.address, 10_000_000n)
})
afterAll(() => server.close())

async function connected(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport as Transport)
  return client
}

describe('a client of the official SDK', () => {
  test('default: pays explicitly for a tool, and the chain confirms the receipt', async () => {
    const client = await connected()
    const call = (meta?: Json) =>
      client.callTool({
        name: 'quotes',
        arguments: { tickers: ['AAPL'] },
        ...defined({ _meta: meta }),
      }) as Promise<Result>
    const quoted = await call()
    expect(quoted.isError).toBe(true)

    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
    const required = quoted.structuredContent as unknown as PaymentRequired
    const payment = await wallet.createPaymentPayload(required)
    const before = await server.devnet.balanceOf(server.payTo)
    const paid = await call({ 'x402/payment': payment })

    expect(paid.isError).toBeUndefined()
    expect(paid.structuredContent).toMatchObject({
      data: { quotes: [{ ticker: 'AAPL', price: expect.any(Number) }] },
      extensions: { payment: { state: 'settled', amount: '0.015' } },
    })
    expect(JSON.parse(paid.content[0]?.text ?? '')).toEqual(paid.structuredContent)
    const receipt = paid._meta?.['x402/payment-response'] as { transaction: string }
    expect(receipt).toMatchObject({ success: true, payer: account.address.toLowerCase() })
    const onChain = await server.devnet.request({
      method: 'eth_getTransactionReceipt',
      params: [receipt.transaction],
    })
    expect(onChain).toMatchObject({ status: '0x1' })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 15_000n)
    await client.close()
  })

  test('default: a signed-in wallet pays with its credits', async () => {
    const key = await signIn(server.url, account)
    const client = await connected({ authorization: `Bearer ${key}` })
    const call = () => client.callTool({ name: 'marketStatus' }) as Promise<Result>

    const exhausted = await call()
    expect(exhausted).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ extensions: { code: 'CREDITS_EXHAUSTED' } }] },
    })
    expect(await topUp(server.url, account, key)).toBe(200)
    expect((await call()).structuredContent).toMatchObject({
      data: { marketStatus: { timezone: 'America/New_York' } },
      extensions: { payment: { state: 'charged', credits: 5 } },
    })
    await client.close()
  })

  test('error: refuses an empty wallet with the reason, and moves nothing', async () => {
    const client = await connected()
    const poor = privateKeyToAccount(generatePrivateKey())
    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(poor))
    const quoted = (await client.callTool({ name: 'marketStatus' })) as Result
    const payment = await wallet.createPaymentPayload(
      quoted.structuredContent as unknown as PaymentRequired,
    )
    const before = await server.devnet.balanceOf(server.payTo)
    const refused = await client.callTool({
      name: 'marketStatus',
      _meta: { 'x402/payment': payment },
    })
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        'x402/payment-response': { success: false, transaction: '' },
        errors: [{ extensions: { code: 'SETTLEMENT_FAILED', funds: 'at-risk' } }],
      },
    })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before)
    await client.close()
  })
})

describe('a client of the next SDK', () => {
  test.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
  ] as const)('behavior: in mode %j it negotiates %s, and pays', async (mode, version) => {
    const client = new NewerClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new NewerTransport(new URL(`${server.url}/mcp`)))
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect((await client.listTools()).tools).toHaveLength(20)
    expect((await client.listResources()).resources).toEqual([])
    const quoted = (await client.callTool({ name: 'marketStatus' })) as Result
    expect(quoted.isError).toBe(true)
    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
    const payment = await wallet.createPaymentPayload(
      quoted.structuredContent as unknown as PaymentRequired,
    )
    const paid = await client.callTool({
      name: 'marketStatus',
      _meta: { 'x402/payment': payment },
    })
    expect(paid).toMatchObject({
      structuredContent: { data: { marketStatus: { isOpen: expect.any(Boolean) } } },
      _meta: { 'x402/payment-response': { success: true } },
    })
    await client.close()
  })
})
