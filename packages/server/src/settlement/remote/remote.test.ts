import { defined } from '@fiq/shared/defined'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import {
  paymentRequiredHeader,
  readPaymentRequired,
  secretPlace,
} from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader, readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { openLocalFacilitator } from '../settle/local.ts'
import {
  type Behaviour,
  facilitatorServer,
  failure,
  json,
  success,
} from '../testing/facilitator-server.ts'
import { createRemoteFacilitator } from './remote.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())
const honest = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
const payer = privateKeyToAccount(generatePrivateKey())
await devnet.faucet(payer.address, 10_000_000n)

const nowSeconds = Math.floor(Date.now() / 1000)
const terms = { amount: 3_000n, payTo: devnet.payTo, nowSeconds }
const signed = async (changes: Partial<Authorization> = {}) => {
  const authorization: Authorization = {
    from: payer.address,
    to: devnet.payTo,
    value: 3_000n,
    validAfter: 0n,
    validBefore: BigInt(nowSeconds + 60),
    nonce: generatePrivateKey(),
    ...changes,
  }
  return { authorization, signature: await payer.signTypedData(typedDataOf(authorization)) }
}
const quiet = { onBroadcast: () => {} }
const clock = { ms: nowSeconds * 1_000 }

const honestly: Behaviour = {}

/** Our client of a facilitator with this behaviour, with or without a node to check it. */
async function remoteOver(behaviour: Behaviour, node: 'node' | 'no node') {
  const { url, received } = await facilitatorServer(honest, behaviour)
  const facilitator = await createRemoteFacilitator({
    url: `${url}/`,
    chain: node === 'node' ? { request: (request) => devnet.request(request) } : undefined,
    maxTimeoutSeconds: 60,
    nowMs: () => clock.ms,
    // An honest facilitator always answers, however slow the machine is.
    ...defined({
      verifyTimeoutMs: behaviour === honestly ? undefined : 300,
      settleTimeoutMs: behaviour === honestly ? undefined : 300,
    }),
    receiptLooksMax: 2,
    pause: async () => {},
  })
  return { facilitator, received }
}
const received = async (work: () => Promise<unknown>) => {
  const before = await devnet.balanceOf(devnet.payTo)
  await work()
  return (await devnet.balanceOf(devnet.payTo)) - before
}

describe('an honest facilitator', () => {
  test.each(['node', 'no node'] as const)('default: verifies and settles (%s)', async (node) => {
    const { facilitator, received: requests } = await remoteOver(honestly, node)
    const payment = await signed()
    const moved = await received(async () => {
      expect(await facilitator.verify(payment, terms)).toEqual({
        isValid: true,
        payer: payer.address,
      })
      expect(await facilitator.settle(payment, quiet)).toEqual({
        outcome: 'settled',
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        ...defined({ logIndex: node === 'node' ? 1 : undefined }),
      })
    })
    expect(moved).toBe(3_000n)
    expect(requests.map(({ path }) => path)).toEqual(['/verify', '/settle'])
    const { from, to, nonce } = payment.authorization
    const requirements = {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '3000',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: to,
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2', paymentFlow: 'upfront' },
    }
    expect(requests[1]?.body).toEqual({
      x402Version: 2,
      paymentRequirements: requirements,
      paymentPayload: {
        x402Version: 2,
        accepted: requirements,
        payload: {
          signature: payment.signature,
          authorization: {
            from,
            to,
            nonce,
            value: '3000',
            validAfter: '0',
            validBefore: String(nowSeconds + 60),
          },
        },
      },
    })
  })

  test('behavior: sends neither the secret of the quote nor its hash', async () => {
    const { facilitator, received: requests } = await remoteOver(honestly, 'node')
    const digest = 'e'.repeat(64)
    const version = 1 as const
    const credits = { credits: 1, unitPrice: '3000', total: '3000', rows: [] }
    const blank = paymentRequiredHeader({
      url: 'http://h/api/graphql',
      description: '',
      amount: 3_000n,
      payTo: devnet.payTo,
      maxTimeoutSeconds: 60,
      quote: { version, tariff: 't', ...credits, digest },
    })
    const secret = `${'s'.repeat(21)}A`
    const quoted = readPaymentRequired(secretPlace.write(blank, secret))
    const header = paymentSignatureHeader(quoted, await signed())
    expect(Buffer.from(header, 'base64').toString()).toContain(secret)
    const payment = readPaymentSignature(header)
    await facilitator.verify(payment, terms)
    await facilitator.settle(payment, quiet)
    const sent = JSON.stringify(requests)
    expect(requests.map(({ path }) => path)).toEqual(['/verify', '/settle'])
    for (const kept of [secret, payment.secretHash!, digest]) expect(sent).not.toContain(kept)
  })

  test('behavior: a payment submitted by another party counts as settled', async () => {
    const { facilitator } = await remoteOver(
      { verify: (response) => json(response, refusedBecause('nonce_already_used')) },
      'node',
    )
    const payment = await signed()
    const first = await honest.settle(payment, quiet)
    expect(await facilitator.verify(payment, terms)).toMatchObject({ isValid: true })
    expect(await facilitator.settle(payment, quiet)).toEqual(first)
    expect(await facilitator.findSettlement(payment)).toEqual(first)
    const { from, nonce } = payment.authorization
    expect(await facilitator.authorizationState(from, nonce)).toBe(true)
  })

  test('behavior: settles the same payment once for two concurrent requests', async () => {
    const { facilitator, received: requests } = await remoteOver(honestly, 'node')
    const payment = await signed()
    const both = [facilitator.settle(payment, quiet), facilitator.settle(payment, quiet)]
    const [first, second] = await Promise.all(both)
    expect(first).toEqual(second)
    expect(requests).toHaveLength(1)
  })

  test('behavior: settles a payment again whose outcome was unknown', async () => {
    let times = 0
    const settle: Behaviour['settle'] = async (response, settleIt) => {
      times += 1
      if (times === 1) return json(response, { error: 'oops' }, 500)
      const settlement = await settleIt()
      json(response, success(settlement.outcome === 'settled' ? settlement.transaction : ''))
    }
    const { facilitator } = await remoteOver({ settle }, 'node')
    const payment = await signed()
    expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'unknown' })
    expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'settled' })
  })

  test('behavior: two payers with the same nonce have their own settlements', async () => {
    const other = privateKeyToAccount(generatePrivateKey())
    await devnet.faucet(other.address, 3_000n)
    const first = await signed()
    const authorization = { ...first.authorization, from: other.address }
    const signature = await other.signTypedData(typedDataOf(authorization))
    const { facilitator } = await remoteOver(honestly, 'node')
    const moved = await received(async () => {
      const both = [first, { authorization, signature }]
      const settlements = await Promise.all(both.map((each) => facilitator.settle(each, quiet)))
      expect(settlements.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    })
    expect(moved).toBe(6_000n)
  })

  test('behavior: without a node, a transaction is reported in lower case', async () => {
    const settle: Behaviour['settle'] = (response) =>
      json(response, success(`0x${'AB'.repeat(32)}`))
    const { facilitator } = await remoteOver({ settle }, 'no node')
    expect(await facilitator.settle(await signed(), quiet)).toEqual({
      outcome: 'settled',
      transaction: strangeHash,
    })
  })

  test('default: lists its supported kinds that we accept', async () => {
    const { facilitator } = await remoteOver(honestly, 'no node')
    expect(await facilitator.supported()).toEqual(await honest.supported())
  })

  test('behavior: without a node, only the facilitator refuses a used nonce', async () => {
    const { facilitator } = await remoteOver(honestly, 'no node')
    const payment = await signed()
    const { authorization } = payment
    expect(await facilitator.findSettlement(payment)).toEqual({ outcome: 'unknown' })
    expect(await facilitator.authorizationState(authorization.from, authorization.nonce)).toBe(
      false,
    )
  })

  test('error: the chain itself refuses an authorization that expired unused', async () => {
    const { facilitator } = await remoteOver(honestly, 'node')
    const payment = await signed({ validBefore: BigInt(nowSeconds - 600) })
    expect(await facilitator.settle(payment, quiet)).toMatchObject({
      outcome: 'refused',
      reason: 'invalid_exact_evm_payload_authorization_valid_before',
    })
  })

  test('behavior: does not refuse a nonce used for another transfer before its end', async () => {
    const { facilitator } = await remoteOver(honestly, 'node')
    const first = await signed()
    await honest.settle(first, quiet)
    const second = await signed({ nonce: first.authorization.nonce, value: 9n })
    // A reorganisation may remove the use of the nonce.
    expect(await facilitator.settle(second, quiet)).toMatchObject({ outcome: 'unknown' })
  })
})

const refusedBecause = (name: string) => ({
  isValid: false,
  invalidReason: `invalid_exact_evm_${name}`,
})

describe('verification', () => {
  test('error: a facilitator that accepts everything cannot make us accept a bad signature', async () => {
    const { facilitator, received: requests } = await remoteOver(honestly, 'node')
    const { authorization } = await signed()
    const forged: Hex = `0x${'11'.repeat(64)}1b`
    expect(await facilitator.verify({ authorization, signature: forged }, terms)).toMatchObject({
      isValid: false,
      reason: 'invalid_exact_evm_signature',
    })
    expect(
      await facilitator.verify(await signed({ value: 1n }), { ...terms, amount: 2n }),
    ).toMatchObject({ isValid: false })
    expect(requests).toEqual([])
  })

  test.each([
    [refusedBecause('insufficient_balance'), 200, 'invalid_exact_evm_insufficient_balance'],
    [
      { isValid: false, invalidReason: 'insufficient_funds' },
      200,
      'invalid_exact_evm_insufficient_balance',
    ],
    [refusedBecause('insufficient_balance'), 412, 'invalid_exact_evm_insufficient_balance'],
    [refusedBecause('nonce_already_used'), 200, 'invalid_exact_evm_nonce_already_used'],
    [{ isValid: false, invalidReason: 'moon\u001b[2J' }, 200, 'unexpected_verify_error'],
    [{ isValid: false }, 200, 'unexpected_verify_error'],
    [{ isValid: true, payer: `0x${'1'.repeat(40)}` }, 200, 'unexpected_verify_error'],
  ])('error: %j with %i is a refusal', async (answer, status, reason) => {
    const verify: Behaviour['verify'] = (response) => json(response, answer, status)
    const { facilitator } = await remoteOver({ verify }, 'no node')
    const verified = await facilitator.verify(await signed(), terms)
    expect(verified).toMatchObject({ isValid: false, reason })
    expect(JSON.stringify(verified)).not.toContain('\\u001b')
  })

  test.each<[string, NonNullable<Behaviour['verify']>]>([
    ['silent', () => {}],
    ['slow', (response) => void response.write('{')],
    ['failing', (response) => json(response, { isValid: false, invalidReason: 'x' }, 500)],
    ['no facilitator', (response) => void response.end('<html>')],
  ])('error: one that is %s leaves the payment open', async (_, verify) => {
    const { facilitator } = await remoteOver({ verify }, 'node')
    await expect(facilitator.verify(await signed(), terms)).rejects.toMatchObject({
      code: 'SETTLEMENT_PENDING',
    })
  })
})

const strangeHash = `0x${'ab'.repeat(32)}`
const hostile: [string, NonNullable<Behaviour['settle']>][] = [
  ['is silent', () => {}],
  ['is slow', (response) => void response.writeHead(200).write('{"success":')],
  ['answers 500', (response) => json(response, { error: 'oops' }, 500)],
  ['answers HTML', (response) => void response.end('<html><body>nginx</body></html>')],
  ['names no transaction', (response) => json(response, success(''))],
  ['names a transaction that is none', (response) => json(response, success('0xabc'))],
  [
    'settled on another network',
    (response) => json(response, { ...success(strangeHash), network: 'eip155:1' }),
  ],
  [
    'settled for another payer',
    (response) => json(response, { ...success(strangeHash), payer: strangeHash.slice(0, 42) }),
  ],
  [
    'settled another amount',
    (response) => json(response, { ...success(strangeHash), amount: '1' }),
  ],
  ['refuses', (response) => json(response, failure('invalid_exact_evm_insufficient_balance'))],
  ['refuses with 4xx', (response) => json(response, failure('insufficient_funds'), 400)],
  ['resets the connection', (response) => void response.socket?.destroy()],
]

describe('settlement by a hostile facilitator', () => {
  test.each(hostile)('error: with one that %s, the outcome is unknown', async (_, settle) => {
    for (const node of ['node', 'no node'] as const) {
      const { facilitator } = await remoteOver({ settle }, node)
      const payment = await signed()
      const moved = await received(async () => {
        expect(await facilitator.settle(payment, quiet)).toEqual({
          outcome: 'unknown',
          message: expect.any(String),
        })
      })
      expect(moved).toBe(0n)
    }
  })

  test.each(hostile)(
    'behavior: with one that %s after it settled, the chain proves the payment',
    async (_, answer) => {
      const settle: Behaviour['settle'] = async (response, settleIt) => {
        await settleIt()
        await answer(response, settleIt)
      }
      const { facilitator } = await remoteOver({ settle }, 'node')
      const payment = await signed()
      const moved = await received(async () => {
        expect(await facilitator.settle(payment, quiet)).toEqual({
          outcome: 'settled',
          transaction: expect.any(String),
          logIndex: 1,
        })
      })
      expect(moved).toBe(3_000n)
    },
  )

  test('error: a failure after settlement, without a node, is unknown, never refused', async () => {
    const { facilitator } = await remoteOver(
      {
        settle: async (response, settleIt) => {
          await settleIt()
          json(response, failure('invalid_exact_evm_insufficient_balance'))
        },
      },
      'no node',
    )
    expect(await facilitator.settle(await signed(), quiet)).toMatchObject({ outcome: 'unknown' })
  })

  test('error: with a node, a false success is unknown', async () => {
    const other = await honest.settle(await signed(), quiet)
    const elsewhere = 'transaction' in other ? String(other.transaction) : ''
    for (const transaction of [strangeHash, elsewhere]) {
      const { facilitator } = await remoteOver(
        { settle: (response) => json(response, success(transaction)) },
        'node',
      )
      expect(await facilitator.settle(await signed(), quiet)).toEqual({
        outcome: 'unknown',
        transaction,
        message: 'The transaction is not on the chain yet.',
      })
    }
  })

  test('error: a node that fails makes even a success unknown', async () => {
    const { url } = await facilitatorServer(honest)
    const facilitator = await createRemoteFacilitator({
      url,
      chain: { request: () => Promise.reject(new Error('reset')) },
      maxTimeoutSeconds: 60,
      nowMs: () => nowSeconds * 1_000,
    })
    expect(await facilitator.settle(await signed(), quiet)).toMatchObject({
      outcome: 'unknown',
      transaction: expect.any(String),
    })
  })

  test('error: for any JSON response, settling never rejects and never accepts it as money', async () => {
    let answer: unknown
    const { facilitator } = await remoteOver(
      { settle: (response) => json(response, answer) },
      'no node',
    )
    const payment = await signed()
    const field = fc.oneof(fc.constant(undefined), fc.jsonValue())
    const answers = fc.oneof(
      fc.jsonValue(),
      fc.record({ success: field, transaction: field, network: field, payer: field }),
    )
    await fc.assert(
      fc.asyncProperty(answers, async (json) => {
        answer = json
        expect((await facilitator.settle(payment, quiet)).outcome).toBe('unknown')
      }),
      { numRuns: 100 },
    )
  })
})
