import { typedDataOf } from '@fiq/shared/payment/authorization'
import { paymentRequiredHeader } from '@fiq/shared/payment/payment-required'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { prepareOperation, priceRequest, quoteOf } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Wallet } from '../wallet/wallet.ts'
import type { Operation } from './offer.ts'
import { openPurchases } from './purchases.ts'
import { deliver, type PayingPorts, queryAndPay } from './query-and-pay.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const operation: Operation = {
  query: 'query ($t: [String!]!) { quotes(tickers: $t) { price } }',
  variables: { t: ['AAPL', 'MSFT'] },
}
const url = new URL('https://fiq.test/api/graphql')
const payTo = `0x${'b'.repeat(40)}` as const
const account = privateKeyToAccount(generatePrivateKey())
const wallet: Wallet = {
  name: 'Test',
  address: account.address.toLowerCase() as `0x${string}`,
  sign: (authorization) => account.signTypedData(typedDataOf(authorization)),
}
const transaction = `0x${'7'.repeat(64)}` as const

/** The quote our server gives for the operation, with what a lying one would change. */
function quoteHeader(lie: { amount?: bigint; url?: string; operation?: Operation } = {}): string {
  const { query, variables } = lie.operation ?? operation
  const priced = priceRequest(contract, prepareOperation(contract, query), variables)
  return paymentRequiredHeader({
    url: lie.url ?? url.href,
    description: 'test',
    amount: lie.amount ?? priced.price.amount,
    payTo,
    maxTimeoutSeconds: 60,
    quote: quoteOf(priced, tariff, payTo),
  })
}

const paid = () =>
  Response.json(
    { data: { quotes: [] } },
    {
      headers: {
        'payment-response': paymentResponseHeader({ transaction, payer: wallet.address }),
      },
    },
  )
const quoted = (header = quoteHeader()) =>
  new Response('{}', { status: 402, headers: { 'payment-required': header } })

function world(answers: readonly (() => Response)[], choice: Wallet | undefined = wallet) {
  const stored = new Map<string, string>()
  const sent: { signature: string | null; body: unknown }[] = []
  const rest = [...answers]
  const ports: PayingPorts = {
    contract,
    url,
    fetch: async (_, init) => {
      const headers = new Headers(init?.headers)
      sent.push({ signature: headers.get('payment-signature'), body: init?.body })
      const next = rest.shift()
      if (!next) throw new TypeError('connection lost')
      return next()
    },
    purchases: openPurchases({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    }),
    approve: async () => choice,
    nowMs: () => 1_700_000_000_000,
    random: (bytes) => new Uint8Array(bytes).fill(9),
    wait: async () => {},
  }
  return { ports, sent, stored }
}

describe('a priced operation', () => {
  test('default: quoted, approved, signed once, answered with its receipt', async () => {
    const { ports, sent } = world([quoted, paid])
    const answer = await queryAndPay(operation, ports)
    expect(answer).toEqual({
      status: 200,
      body: { data: { quotes: [] } },
      purchase: {
        id: `0x${'09'.repeat(32)}`,
        at: '2023-11-14T22:13:20.000Z',
        operation,
        amount: '15000',
        validBefore: 1_700_000_060,
        state: 'answered',
        transaction,
      },
    })
    const payment = readPaymentSignature(sent[1]?.signature ?? '')
    expect(payment.authorization).toMatchObject({ from: wallet.address, to: payTo, value: 15_000n })
    expect(ports.purchases.list()).toEqual([answer.purchase])
  })

  test('behavior: what gets no decision is sent again, byte for byte', async () => {
    const pending = () => new Response('{}', { status: 503 })
    const { ports, sent } = world([quoted, pending, pending, paid])
    expect((await queryAndPay(operation, ports)).status).toBe(200)
    const signatures = sent.slice(1).map(({ signature }) => signature)
    expect(new Set(signatures).size).toBe(1)
    expect(signatures).toHaveLength(3)
  })

  test('behavior: a payment without an outcome stays open, and is resumed without a signature', async () => {
    const lost = world([quoted])
    await expect(queryAndPay(operation, lost.ports)).rejects.toThrow('resume it under Spending')
    const [open] = lost.ports.purchases.list()
    expect(open?.state).toBe('signed')
    const later = world([paid])
    const answer = await deliver(open!, later.ports)
    expect(answer.purchase?.state).toBe('answered')
    expect(later.sent.map(({ signature }) => signature)).toEqual([open?.signature])
  })

  test('behavior: a key asks without a quote, and the credits it paid are kept', async () => {
    const body = { data: {}, extensions: { payment: { state: 'charged', credits: 5 } } }
    const { ports, sent } = world([() => Response.json(body), () => Response.json({ data: {} })])
    const { status, purchase } = await queryAndPay(operation, ports, 'fiq_key')
    expect([status, sent.length]).toEqual([200, 1])
    expect(purchase).toMatchObject({ operation, amount: '0', credits: 5, state: 'answered' })
    // What was free cost nothing.
    expect(await queryAndPay(operation, ports, 'fiq_key')).toEqual({
      status: 200,
      body: { data: {} },
    })
    expect(ports.purchases.list()).toEqual([purchase])
  })
})

describe('nothing is signed', () => {
  test('error: when the user says no', async () => {
    const { ports, stored } = world([quoted])
    await expect(
      queryAndPay(operation, { ...ports, approve: async () => undefined }),
    ).rejects.toThrow('you declined')
    expect(stored.size).toBe(0)
  })

  const other: Operation = { query: '{ marketStatus { session } }', variables: {} }
  test.each([
    ['another price', { amount: 16_000n }, 'The server asks 0.016 USDC; this page computes 0.015'],
    ['another address', { url: 'https://evil.test/api/graphql' }, 'for another address'],
    ['another request', { operation: other }, 'for another request'],
  ] as const)('error: when the quote is for %s', async (_, lie, words) => {
    const { ports, stored } = world([() => quoted(quoteHeader(lie))])
    await expect(queryAndPay(operation, ports)).rejects.toThrow(words)
    expect(stored.size).toBe(0)
  })

  test('error: a second 402 ends it', async () => {
    const { ports, sent } = world([quoted, quoted])
    const answer = await queryAndPay(operation, ports)
    expect([answer.status, answer.purchase?.state]).toEqual([402, 'refused'])
    expect(sent).toHaveLength(2)
  })
})
