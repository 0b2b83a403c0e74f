import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { rowsAddUp } from '@fiq/shared/payment/quote'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Payer } from './ports.ts'
import {
  answerOfTopUp,
  consentsTo,
  readTopUp,
  type TopUp,
  topUpDigest,
  topUpMax,
  topUpMin,
  topUpQuote,
} from './top-up.ts'

const payTo = `0x${'b'.repeat(40)}`
const url = 'http://fiq.test/api/v1/credits/topup'
const read = (amountUsd: unknown) =>
  readTopUp(JSON.stringify({ amountUsd }), { url, organisation: undefined })

describe('a top-up', () => {
  test('default: accepts dollars as text or number, for whole credits up to that amount', () => {
    expect(read('5')).toEqual({
      price: { amount: 4_998_000n },
      credits: 1_666,
      organisation: undefined,
      request: undefined,
    })
    expect(read(0.3)).toMatchObject({ price: { amount: 300_000n }, credits: 100 })
    expect(read('0.015').price.amount).toBe(topUpMin)
    expect(read(10_000)).toMatchObject({ price: { amount: 9_999_999_000n }, credits: 3_333_333 })
  })

  test('behavior: for every amount the quote sums, and the payment is the price of the credits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: topUpMin, max: topUpMax }), (amount) => {
        const digits = String(amount).padStart(7, '0')
        const topUp = read(`${digits.slice(0, -6)}.${digits.slice(-6)}`)
        expect(rowsAddUp(topUpQuote(topUp, payTo))).toBe(true)
        const paid = topUp.price.amount
        expect(paid).toBe(BigInt(topUp.credits) * 3_000n)
        expect(paid <= amount && paid > amount - 3_000n).toBe(true)
        // Requesting the quoted amount gives the same quote.
        expect(read(formatUsdc(paid))).toEqual(topUp)
      }),
    )
  })

  test('behavior: the digest binds amount and organisation', () => {
    const orders = [
      read(1),
      read(2),
      readTopUp('{"amountUsd":1}', { url, organisation: { id: 'acme' } }),
    ]
    expect(new Set(orders.map(topUpDigest)).size).toBe(3)
    expect(topUpDigest(read('1.0'))).toBe(topUpDigest(read(1)))
  })

  test('error: refuses a body that names another organisation than the key', () => {
    const text = JSON.stringify({ amountUsd: 1, organisation: 'acme' })
    expect(() => readTopUp(text, { url, organisation: { id: 'other' } })).toThrow(
      'another organisation',
    )
    expect(() => readTopUp(text, { url, organisation: undefined })).toThrow('another organisation')
    expect(readTopUp(text, { url, organisation: { id: 'acme' } }).request).toBeDefined()
  })

  test('error: any input gives an amount within bounds or a clear refusal', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.double().map((amountUsd) => JSON.stringify({ amountUsd })),
        ),
        (text) => {
          try {
            const { price } = readTopUp(text, { url, organisation: undefined })
            expect(price.amount >= topUpMin && price.amount <= topUpMax).toBe(true)
          } catch (error) {
            expect(['BAD_JSON', 'BAD_INPUT', 'INVALID_AMOUNT']).toContain(
              (error as { code: string }).code,
            )
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(() => read(String(Number(parseUsdc('1')) * 1e12))).toThrow()
  })
})

describe('the consent of the payer', () => {
  const payer = `0x${'a'.repeat(40)}` as const
  const payment = { authorization: { from: payer, nonce: `0x${'7'.repeat(64)}` } }
  const withSecret = { ...payment, secretHash: '5'.repeat(64) }
  const proof = { message: 'm', signature: '0x01' } as const
  const own = { id: 'wallet-org', wallet: payer }
  const consents = (
    organisation: { id: string; wallet?: `0x${string}` } | undefined,
    shown: object,
  ) =>
    consentsTo({ ...read(1), organisation } as TopUp, shown as Payer, {
      isOfPayer: async (_, __, { organisation: named }) => named === undefined || named === 'acme',
    })

  test('default: its own wallet needs the secret or a fresh signature', async () => {
    for (const organisation of [undefined, own]) {
      expect(await consents(organisation, { payment: withSecret })).toBe(true)
      expect(await consents(organisation, { payment, proof })).toBe(true)
      expect(await consents(organisation, { payment })).toBe(false)
    }
  })

  test('default: another organisation needs a signature that names it', async () => {
    expect(await consents({ id: 'acme' }, { payment: withSecret })).toBe(false)
    expect(await consents({ id: 'acme' }, { payment: withSecret, proof })).toBe(true)
    expect(await consents({ id: 'evil' }, { payment: withSecret, proof })).toBe(false)
  })
})

describe('the answer of a settled top-up', () => {
  const organisation = { id: 'acme', name: 'Acme' }
  const settled = { payer: '0xp', nonce: '0xn', transaction: '0xt', logIndex: 0 } as never
  const granted = { organisation: 'acme', credits: 1_000, reference: '0xp:0xn' }
  const answer = async (grant: object, isGranted: boolean) => {
    const { grant: own, body } = await answerOfTopUp(read('3'), settled, {
      grantFor: async (to, gift) => {
        expect([to, gift]).toMatchObject([{ wallet: '0xp' }, { kind: 'topup', credits: 1_000 }])
        return { organisation, grant, isGranted } as never
      },
      pending: async () => 7,
      balance: async () => ({ prepaid: 20, allotment: 3 }),
    })
    const { creditsLeft, creditsPending } = JSON.parse(body)
    return { own, creditsLeft, creditsPending }
  }

  test('default: names the balance after the grant, which is written with the answer', async () => {
    expect(await answer(granted, false)).toEqual({
      own: granted,
      creditsLeft: 1_023,
      creditsPending: 7,
    })
    const pends = { ...granted, pendsFor: { payer: '0xp', nonce: '0xn' } }
    expect(await answer(pends, false)).toEqual({
      own: pends,
      creditsLeft: 23,
      creditsPending: 1_007,
    })
  })

  test('behavior: a grant that was written before is not added to the balance', async () => {
    expect(await answer(granted, true)).toMatchObject({ creditsLeft: 23, creditsPending: 7 })
  })
})
