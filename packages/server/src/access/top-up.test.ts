import { parseUsdc } from '@fiq/shared/money/usdc'
import { rowsAddUp } from '@fiq/shared/payment/quote'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTopUp, topUpDigest, topUpMax, topUpMin, topUpQuote } from './top-up.ts'

const payTo = `0x${'b'.repeat(40)}`
const read = (amountUsd: unknown) => readTopUp(JSON.stringify({ amountUsd }), undefined)

describe('a top-up', () => {
  test('default: dollars as text or number, credits rounded up', () => {
    expect(read('5')).toEqual({
      price: { amount: 5_000_000n },
      credits: 1_667,
      organisation: undefined,
    })
    expect(read(0.3)).toMatchObject({ price: { amount: 300_000n }, credits: 100 })
    expect(read('0.015').price.amount).toBe(topUpMin)
    expect(read(10_000).price.amount).toBe(topUpMax)
  })

  test('behavior: the quote adds up and buys at least what is paid, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: topUpMin, max: topUpMax }), (amount) => {
        const digits = String(amount).padStart(7, '0')
        const order = read(`${digits.slice(0, -6)}.${digits.slice(-6)}`)
        expect(order.price.amount).toBe(amount)
        expect(rowsAddUp(topUpQuote(order, payTo))).toBe(true)
        const worth = BigInt(order.credits) * 3_000n
        expect(worth >= amount && worth < amount + 3_000n).toBe(true)
      }),
    )
  })

  test('behavior: the digest binds amount and organisation', () => {
    const orders = [read(1), read(2), readTopUp('{"amountUsd":1}', 'acme')]
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
            const { price } = readTopUp(text, undefined)
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
