import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { rowsAddUp } from '@fiq/shared/payment/quote'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTopUp, topUpDigest, topUpMax, topUpMin, topUpQuote } from './top-up.ts'

const payTo = `0x${'b'.repeat(40)}`
const url = 'http://fiq.test/api/v1/credits/topup'
const read = (amountUsd: unknown) =>
  readTopUp(JSON.stringify({ amountUsd }), { url, organisation: undefined })

describe('a top-up', () => {
  test('default: dollars as text or number, whole credits for at most that', () => {
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

  test('behavior: for every amount the quote adds up, and what is paid is the price of what is bought', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: topUpMin, max: topUpMax }), (amount) => {
        const digits = String(amount).padStart(7, '0')
        const topUp = read(`${digits.slice(0, -6)}.${digits.slice(-6)}`)
        expect(rowsAddUp(topUpQuote(topUp, payTo))).toBe(true)
        const paid = topUp.price.amount
        expect(paid).toBe(BigInt(topUp.credits) * 3_000n)
        expect(paid <= amount && paid > amount - 3_000n).toBe(true)
        // What was quoted, asked for again, is quoted the same.
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

  test('error: whatever is sent, an amount within bounds or a clear refusal', () => {
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
