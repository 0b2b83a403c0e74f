import { typedDataOf } from '@fiq/shared/payment/authorization'
import { paymentRequiredHeader } from '@fiq/shared/payment/payment-required'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { purchaseIdentifier, purchaseNonce, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import { prepareOperation, priceRequest, quoteOf } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Wallet } from '../wallet/wallet.ts'
import type { Offer, Operation } from './offer.ts'
import { createPayee } from './payee.ts'
import { createPurchases } from './purchases.ts'
import { deliver, type PayingPorts, queryAndPay } from './query-and-pay.ts'
import { memoryStorage } from './testing/memory-storage.ts'

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
  signText: (message) => account.signMessage({ message }),
}
const transaction = `0x${'7'.repeat(64)}` as const

/** Our server's quote for the operation, with the changes of a dishonest one. */
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

function world(
  answers: readonly (() => Response)[],
  choice: Wallet | undefined = wallet,
  stored = new Map<string, string>(),
) {
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
    purchases: createPurchases(memoryStorage(stored)),
    payee: createPayee(memoryStorage(stored)),
    approve: async () => choice,
    nowMs: () => 1_700_000_000_000,
    random: (bytes) => new Uint8Array(bytes).fill(9),
    wait: async () => {},
  }
  return { ports, sent, stored }
}

describe('a priced operation', () => {
  test('default: checks the quote, asks, signs once, returns the answer with its receipt', async () => {
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

  test.each([
    [operation.query, operation.variables, 'Quotes of AAPL, MSFT'],
    ['{ gdp(country: "USA", type: "real") { date } }', {}, 'GDP of USA'],
    ['{ screen { ticker } }', {}, 'Screen'],
    [
      `query ($t: [String!]!) { x: priceHistory(tickers: $t, range: "1y") { ticker }
        entitiesByTickers(tickers: $t) { market { price } news { title } } }`,
      operation.variables,
      'Price history, entities and 2 areas of AAPL, MSFT',
    ],
  ])('default: describes %s', async (query, variables, about) => {
    const given: Operation = { query, variables }
    const { ports } = world([() => quoted(quoteHeader({ operation: given }))])
    const offers: Offer[] = []
    const approve = async (offer: Offer) => {
      offers.push(offer)
      return undefined
    }
    await queryAndPay(given, { ...ports, approve }).catch(() => {})
    expect(offers.map((offer) => offer.about)).toEqual([about])
  })

  test('behavior: a payment without a decision is sent again, byte for byte', async () => {
    const pending = () => new Response('{}', { status: 503 })
    const { ports, sent } = world([quoted, pending, pending, paid])
    expect((await queryAndPay(operation, ports)).status).toBe(200)
    const signatures = sent.slice(1).map(({ signature }) => signature)
    expect(new Set(signatures).size).toBe(1)
    expect(signatures).toHaveLength(3)
  })

  test('behavior: a payment without an outcome stays stored and is resumed without a signature', async () => {
    const lost = world([quoted])
    await expect(queryAndPay(operation, lost.ports)).rejects.toThrow('Resume it under Spending')
    const [open] = lost.ports.purchases.list()
    expect(open?.state).toBe('signed')
    const later = world([paid])
    const answer = await deliver(open!, later.ports)
    expect(answer.purchase?.state).toBe('answered')
    expect(later.sent.map(({ signature }) => signature)).toEqual([open?.signature])
  })

  test('behavior: with a key there is no quote, and the charged credits are stored', async () => {
    const body = { data: {}, extensions: { payment: { state: 'charged', credits: 5 } } }
    const { ports, sent } = world([() => Response.json(body), () => Response.json({ data: {} })])
    const { status, purchase } = await queryAndPay(operation, ports, 'fiq_key')
    expect([status, sent.length]).toEqual([200, 1])
    expect(purchase).toMatchObject({ operation, amount: '0', credits: 5, state: 'answered' })
    // A free query is not stored.
    expect(await queryAndPay(operation, ports, 'fiq_key')).toEqual({
      status: 200,
      body: { data: {} },
    })
    expect(ports.purchases.list()).toEqual([purchase])
  })
})

describe('nothing is signed', () => {
  test('error: when the user declines', async () => {
    const { ports, stored } = world([quoted])
    await expect(
      queryAndPay(operation, { ...ports, approve: async () => undefined }),
    ).rejects.toThrow('you declined')
    expect(stored.size).toBe(0)
  })

  const other: Operation = { query: '{ marketStatus { session } }', variables: {} }
  test.each([
    ['another price', { amount: 16_000n }, 'The itemised total is not the amount to sign'],
    ['another address', { url: 'https://evil.test/api/graphql' }, 'for another address'],
    ['another request', { operation: other }, 'for another request'],
  ] as const)('error: when the quote is for %s', async (_, lie, words) => {
    const { ports, stored } = world([() => quoted(quoteHeader(lie))])
    await expect(queryAndPay(operation, ports)).rejects.toThrow(words)
    expect(stored.size).toBe(0)
  })

  test.each([
    ['another scheme', 'http://fiq.test/api/graphql'],
    ['another port', 'https://fiq.test:8443/api/graphql'],
  ])('error: when the quote is for %s', async (_, claimed) => {
    const { ports, stored } = world([() => quoted(quoteHeader({ url: claimed }))])
    await expect(queryAndPay(operation, ports)).rejects.toThrow('for another address')
    expect(stored.size).toBe(0)
  })

  test('error: over plain HTTP to another machine', async () => {
    const plain = new URL('http://fiq.test/api/graphql')
    const { ports, stored } = world([() => quoted(quoteHeader({ url: plain.href }))])
    await expect(queryAndPay(operation, { ...ports, url: plain })).rejects.toThrow('without TLS')
    expect(stored.size).toBe(0)
  })

  test('error: when the server names another payee than before', async () => {
    const { ports, sent } = world([quoted])
    ports.payee.pin(`0x${'c'.repeat(40)}`)
    await expect(queryAndPay(operation, ports)).rejects.toMatchObject({ code: 'PAYEE_CHANGED' })
    expect(sent).toHaveLength(1)
  })
})

describe('one operation is paid once', () => {
  test('behavior: the signed nonce is bound to the request', async () => {
    const { ports, sent } = world([quoted, paid])
    const { purchase } = await queryAndPay(operation, ports)
    const { authorization, identifier } = readPaymentSignature(sent[1]?.signature ?? '')
    const request = requestKey(url, String(sent[1]?.body))
    expect(authorization.nonce).toBe(purchaseNonce(purchaseIdentifier(purchase!.id), request))
    expect(identifier).toBe(purchaseIdentifier(purchase!.id))
  })

  test('behavior: running it again resumes the open payment and signs nothing', async () => {
    const { ports, stored } = world([quoted])
    await expect(queryAndPay(operation, ports)).rejects.toThrow()
    const signature = ports.purchases.list()[0]?.signature
    const again = world([quoted, paid], undefined, stored)
    const answer = await queryAndPay(operation, again.ports)
    expect(answer.purchase?.state).toBe('answered')
    expect(again.sent[1]?.signature).toBe(signature)
  })

  test('behavior: sends a payment that another tab made meanwhile', async () => {
    const tab = world([quoted])
    const { ports, sent } = world([quoted, paid], wallet, tab.stored)
    const answer = await queryAndPay(operation, {
      ...ports,
      async approve() {
        await expect(queryAndPay(operation, tab.ports)).rejects.toThrow()
        return wallet
      },
      random: (bytes) => new Uint8Array(bytes).fill(8),
    })
    expect(sent[1]?.signature).toBe(tab.sent[1]?.signature)
    expect(answer.purchase?.id).toBe(`0x${'09'.repeat(32)}`)
  })

  test('error: does not send a payment that cannot be stored', async () => {
    const { ports, sent } = world([quoted])
    const purchases = {
      ...ports.purchases,
      write() {
        throw new Error('quota exceeded')
      },
    }
    await expect(queryAndPay(operation, { ...ports, purchases })).rejects.toThrow('was not sent')
    expect(sent).toHaveLength(1)
  })
})

describe('the outcome', () => {
  const headers = (payer: string) => ({
    'payment-response': paymentResponseHeader({ transaction, payer: payer as `0x${string}` }),
  })

  test('error: a refusal keeps the signed bytes until the payment has expired', async () => {
    const { ports, sent, stored } = world([quoted, quoted])
    const answer = await queryAndPay(operation, ports)
    expect([answer.status, answer.purchase?.state]).toEqual([402, 'refused'])
    expect(sent).toHaveLength(2)
    const [refused] = ports.purchases.list()
    expect(refused?.signature).toBe(sent[1]?.signature)
    const later = world([quoted, paid], undefined, stored)
    expect((await queryAndPay(operation, later.ports)).purchase).toMatchObject({
      id: refused?.id,
      state: 'answered',
    })
  })

  test('behavior: does not send a refused payment again after its end', async () => {
    const { ports, stored } = world([quoted, quoted])
    await queryAndPay(operation, ports)
    const after = world([quoted, paid], wallet, stored)
    const nowMs = () => (1_700_000_060 + proofMarginSeconds + 1) * 1_000
    const random = (bytes: number) => new Uint8Array(bytes).fill(8)
    await queryAndPay(operation, { ...after.ports, nowMs, random })
    expect(after.ports.purchases.list().map(({ state }) => state)).toEqual(['answered', 'refused'])
  })

  test('error: a receipt of another payer proves nothing', async () => {
    const other = () => Response.json({ data: {} }, { headers: headers(`0x${'1'.repeat(40)}`) })
    const { ports } = world([quoted, other])
    const { purchase } = await queryAndPay(operation, ports)
    expect(purchase?.transaction).toBeUndefined()
  })

  test('error: a response with only errors and no receipt counts as a refusal', async () => {
    const errors = () => Response.json({ errors: [{ message: 'gone\u202e' }] })
    const { ports } = world([quoted, errors])
    const { purchase } = await queryAndPay(operation, ports)
    expect(purchase).toMatchObject({ state: 'refused', reason: 'HTTP 200: gone' })
    expect(purchase?.signature).toBeDefined()
  })

  test.each([
    ['is not JSON', '<html>'],
    ['is no GraphQL response', '{"ok":true}'],
  ])('error: an answer that %s stays open, with the received receipt', async (_, body) => {
    const json = { 'content-type': 'application/json' }
    const unreadable = () =>
      new Response(body, { headers: { ...json, ...headers(wallet.address) } })
    const { ports } = world([quoted, unreadable])
    await expect(queryAndPay(operation, ports)).rejects.toThrow('The payment settled')
    expect(ports.purchases.list()[0]).toMatchObject({ state: 'signed', transaction })
  })
})
