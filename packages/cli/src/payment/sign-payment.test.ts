import { typedDataOf } from '@fiq/shared/payment/authorization'
import { nonceOf } from '@fiq/shared/payment/build-authorization'
import { offerOf } from '@fiq/shared/payment/payment-required'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { signerOf } from '../wallet/keys/open-wallet.ts'
import { signPayment, termsOf } from './sign-payment.ts'
import { requestTo, testAddress, testKey } from './testing/test-payer.ts'

const payTo = '0x00000000000000000000000000000000000000aa'
const offer = offerOf({ amount: 15_000n, payTo, maxTimeoutSeconds: 60 })
const quote = {
  amount: 15_000n,
  credits: 5,
  rows: [['quotes', 1, 5]],
  payTo,
  origin: 'https://fiq.example',
  maxTimeoutSeconds: 60,
  tariffVersion: 'test-1',
  itemised: undefined,
  resourceUrl: 'https://fiq.example/api/graphql',
} as const
const given = {
  id: '0x01',
  key: 'k',
  from: testAddress,
  now: 1_800_000_000_999,
  session: 's',
} as const

describe('termsOf', () => {
  test('default: pays the quote to the payee, exactly for the time of the quote', () => {
    const request = requestTo(new URL(quote.resourceUrl))
    expect(termsOf(request, quote, given)).toMatchObject({
      id: '0x01',
      amount: 15_000n,
      body: request.body,
      label: 'quotes AAPL',
      authorization: {
        from: testAddress,
        to: payTo,
        value: 15_000n,
        validAfter: 0n,
        validBefore: 1_800_000_060n,
        nonce: nonceOf('0x01', 'k'),
      },
    })
  })
})

describe('signPayment', () => {
  test('default: the header recovers to the wallet; signing again gives the same bytes', async () => {
    const terms = termsOf(requestTo(new URL(quote.resourceUrl)), quote, given)
    const purchase = { ...terms, state: 'reserved' } as const
    const quoted = {
      requirements: { ...offer, amount: 15_000n, payTo },
      offer,
      resource: { url: quote.resourceUrl },
      error: undefined,
      quote: undefined,
      extensions: undefined,
    } as const
    const signer = await signerOf(testKey)
    const header = await signPayment(signer, purchase, quoted)
    const { authorization, signature } = readPaymentSignature(header)
    expect(await recoverTypedDataAddress({ ...typedDataOf(authorization), signature })).toBe(
      testAddress,
    )
    expect(await signPayment(signer, purchase, quoted)).toBe(header)
  })
})
