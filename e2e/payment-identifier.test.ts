import { defined } from '@fiq/shared/defined'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { runningServer } from './testing/running-server.ts'

describe('the payment-identifier extension', () => {
  let server: RunningServer
  const payer = privateKeyToAccount(generatePrivateKey())
  const id = 'pay_7d5d747be160e280504c099d984bcfe0'

  beforeAll(async () => {
    server = await runningServer()
    await server.devnet.faucet(payer.address, 1_000_000n)
  })
  afterAll(() => server.close())

  const ask = async (payment?: string) => {
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...defined({ 'payment-signature': payment }),
      },
      body: '{"query":"{ marketStatus { session } }"}',
    })
    const receipt = answer.headers.get('payment-response')
    return { status: answer.status, headers: answer.headers, receipt, body: await answer.text() }
  }
  /** A new payment for the same query with this identifier. */
  const paymentNamed = async (name: unknown, signer = payer) => {
    const quoted = readPaymentRequired((await ask()).headers.get('payment-required'))
    const authorization = {
      from: signer.address,
      to: quoted.requirements.payTo,
      value: quoted.requirements.amount,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1_000) + 60),
      nonce: generatePrivateKey(),
    }
    const signature = await signer.signTypedData(typedDataOf(authorization))
    const header = paymentSignatureHeader(quoted, { authorization, signature })
    const payload = decodeHeader(header) as { extensions: object }
    const named = { 'payment-identifier': { info: { required: false, id: name } } }
    return encodeHeader({ ...payload, extensions: { ...payload.extensions, ...named } })
  }

  test('default: is offered, and one identifier buys one answer', async () => {
    const offered = readPaymentRequired((await ask()).headers.get('payment-required'))
    expect(offered.extensions?.['payment-identifier']).toMatchObject({ info: { required: false } })

    const before = await server.devnet.balanceOf(payer.address)
    const payment = await paymentNamed(id)
    const first = await ask(payment)
    expect(first.status).toBe(200)
    expect(await ask(payment)).toMatchObject({ body: first.body, receipt: first.receipt })

    const other = await ask(await paymentNamed(id))
    expect(other.status).toBe(409)
    expect(JSON.parse(other.body)).toMatchObject({
      errors: [{ extensions: { code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', funds: 'at-risk' } }],
    })
    expect(await server.devnet.balanceOf(payer.address)).toBe(before - 15_000n)
  })

  test('behavior: other payers can use the same identifier', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    await server.devnet.faucet(stranger.address, 1_000_000n)
    expect((await ask(await paymentNamed(id, stranger))).status).toBe(200)
  })

  test.each(['short', 'x'.repeat(129), 'with spaces and 16', 7])(
    'error: refuses %j as malformed, and charges nothing',
    async (name) => {
      const before = await server.devnet.balanceOf(payer.address)
      expect((await ask(await paymentNamed(name))).status).toBe(400)
      expect(await server.devnet.balanceOf(payer.address)).toBe(before)
    },
  )
})
