import { defined } from '@fiq/shared/defined'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { type Hex, parseSignature, serializeSignature, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { runningServer } from './testing/running-server.ts'

const query = '{ marketStatus { session } }'

describe('invalid payments', () => {
  let server: RunningServer & { folder?: string; stop?(): Promise<void> }
  const payer = privateKeyToAccount(generatePrivateKey())
  const stranger = privateKeyToAccount(generatePrivateKey())

  beforeAll(async () => {
    server = await runningServer()
    await server.devnet.faucet(payer.address, 10_000_000n)
  })
  afterAll(() => server.close())

  const ask = async (payment?: string, text = query) => {
    const headers = {
      'content-type': 'application/json',
      ...defined({ 'payment-signature': payment }),
    }
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: text }),
    })
    return {
      status: answer.status,
      header: answer.headers.get('payment-required'),
      body: (await answer.json()) as {
        data?: unknown
        errors?: { extensions: { code: string; funds: string; facts: string[] } }[]
      },
    }
  }

  let count = 0n
  const nowSeconds = () => BigInt(Math.floor(Date.now() / 1_000))

  /** A payment that is valid except for `change`. `after` and `alter` change it after signing. */
  async function payment(
    change: Partial<Authorization> = {},
    after: Partial<Authorization> = {},
    { signer = payer, alter = (signature: Hex) => signature } = {},
  ): Promise<string> {
    const quoted = readPaymentRequired((await ask()).header)
    count += 1n
    const authorization: Authorization = {
      from: payer.address,
      to: quoted.requirements.payTo,
      value: quoted.requirements.amount,
      validAfter: 0n,
      validBefore: nowSeconds() + 60n,
      nonce: toHex(count, { size: 32 }),
      ...change,
    }
    const signature = await signer.signTypedData(typedDataOf(authorization))
    return paymentSignatureHeader(quoted, {
      authorization: { ...authorization, ...after },
      signature: alter(signature),
    })
  }

  /**
   * The other valid signature of the same key and bytes: s is replaced by the group order minus s.
   */
  const mirrored = (signature: Hex): Hex => {
    const { r, s, yParity } = parseSignature(signature)
    return serializeSignature({
      r,
      s: toHex(order - BigInt(s), { size: 32 }),
      yParity: 1 - yParity,
    })
  }
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  test.each<[string, () => Promise<string>, string]>([
    ...Object.entries({
      from: () => payment({}, { from: stranger.address }),
      to: () => payment({ to: stranger.address }, { to: server.devnet.payTo }),
      value: () => payment({ value: 1n }, { value: 15_000n }),
      validAfter: () => payment({}, { validAfter: 1n }),
      validBefore: () => payment({}, { validBefore: nowSeconds() + 61n }),
      nonce: () => payment({}, { nonce: toHex(99_999n, { size: 32 }) }),
    }).map(([field, make]): [string, typeof make, string] => [
      `tampered: another ${field} than was signed`,
      make,
      'invalid_exact_evm_signature',
    ]),
    [
      'the mirror image of its signature',
      () => payment({}, {}, { alter: mirrored }),
      'invalid_exact_evm_signature',
    ],
    [
      'a signature with a v of 29',
      () => payment({}, {}, { alter: (signature) => `${signature.slice(0, -2)}1d` as Hex }),
      'invalid_exact_evm_signature',
    ],
    [
      'signed by somebody else',
      () => payment({}, {}, { signer: stranger }),
      'invalid_exact_evm_signature',
    ],
    [
      'expired',
      () => payment({ validBefore: nowSeconds() - 1n }),
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'about to expire',
      () => payment({ validBefore: nowSeconds() + 3n }),
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'not valid yet',
      () => payment({ validAfter: nowSeconds() + 600n }),
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    [
      'for another recipient',
      () => payment({ to: stranger.address }),
      'invalid_exact_evm_recipient_mismatch',
    ],
    [
      'cheaper',
      () => payment({ value: 14_999n }),
      'invalid_exact_evm_payload_authorization_value_mismatch',
    ],
    [
      'dearer',
      () => payment({ value: 15_001n }),
      'invalid_exact_evm_payload_authorization_value_mismatch',
    ],
  ])(
    'error: %s: sends a new quote with the reason, charges and executes nothing',
    async (_, make, reason) => {
      const before = await server.devnet.balanceOf(payer.address)
      const answer = await ask(await make())
      expect(answer.status).toBe(402)
      expect(answer.body.errors?.[0]?.extensions).toMatchObject({
        code: 'PAYMENT_INVALID',
        facts: [`Reason: ${reason}`],
      })
      expect(answer.body.data).toBeUndefined()
      expect(readPaymentRequired(answer.header).requirements.amount).toBe(15_000n)
      expect(await server.devnet.balanceOf(payer.address)).toBe(before)
    },
  )

  test('behavior: a hundred concurrent requests with one payment cause one transfer and get one answer', async () => {
    const before = await server.devnet.balanceOf(payer.address)
    const header = await payment()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(header)))
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size,
    ).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await server.devnet.balanceOf(payer.address)).toBe(before - 15_000n)
  })

  test('error: refuses a nonce that is signed again for a more expensive request', async () => {
    expect((await ask(await payment())).status).toBe(200)
    const before = await server.devnet.balanceOf(payer.address)
    const dearer = await payment({ nonce: toHex(count, { size: 32 }), value: 18_000n })
    const answer = await ask(
      dearer,
      `{ ${'abcdef'.replace(/./g, '$&: marketStatus { session } ')} }`,
    )
    expect([answer.status, answer.body.errors?.[0]?.extensions]).toMatchObject([
      409,
      { code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', funds: 'at-risk' },
    ])
    expect(await server.devnet.balanceOf(payer.address)).toBe(before)
  })

  test('behavior: balances, used nonces and stored answers survive a restart', async () => {
    const folder = server.folder
    const header = await payment()
    const first = await ask(header)
    const balance = await server.devnet.balanceOf(payer.address)
    expect(first.status).toBe(200)

    const { startServer } = await import('../packages/server/src/compose/start-server.ts')
    const { readConfig } = await import('../packages/server/src/config/config.ts')
    const port = new URL(server.url).port
    await server.stop?.()
    const again = await startServer(readConfig({ port, dataDir: `${folder}/data` }, {}), {
      log: { error() {} },
      version: 'test',
      now: () => new Date(),
      environment: {},
    })
    server = { ...again, devnet: again.devnet! }
    expect((await ask(header)).body).toEqual(first.body)
    expect(await server.devnet.balanceOf(payer.address)).toBe(balance)
    expect(
      (await ask(header, '{ marketStatus { timezone } }')).body.errors?.[0]?.extensions.code,
    ).toBe('PAYMENT_BOUND_TO_OTHER_REQUEST')
  })

  test('error: refuses a signature of the maximum header length as malformed, without a crash', async () => {
    const long = Buffer.from(
      JSON.stringify({ x402Version: 2, payload: { signature: `0x${'00'.repeat(4_000)}` } }),
    ).toString('base64')
    expect((await ask(long)).body.errors?.[0]?.extensions.code).toBe('PAYMENT_MALFORMED')
  })

  test('behavior: checks a payment of a contract wallet with the contract', async () => {
    const nobody = '0x00000000000000000000000000000000000000c0' as Hex
    const answer = await ask(await payment({ from: nobody }))
    expect(answer.body.errors?.[0]?.extensions).toMatchObject({
      code: 'PAYMENT_INVALID',
      facts: ['Reason: invalid_exact_evm_signature'],
    })
  })
})
