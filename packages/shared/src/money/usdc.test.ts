import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUsdc, parseUsdc } from './usdc.ts'

describe('parseUsdc', () => {
  test.each([
    ['0', 0n],
    ['0.015', 15_000n],
    ['10', 10_000_000n],
    ['0.000001', 1n],
    ['999999999999999.999999', 999_999_999_999_999_999_999n],
  ])('default: parses %s', (text, atomic) => expect(parseUsdc(text)).toBe(atomic))

  test.each([
    '',
    '-1',
    '+1',
    '1e3',
    '$1',
    '1,000',
    '.5',
    '1.',
    '0.0000001',
    ' 1',
    '1 ',
    '1.5.0',
    '0x1',
    '١',
    '1_000',
    'Infinity',
    '1000000000000000',
  ])('error: refuses %j instead of guessing', (text) => {
    expect(() => parseUsdc(text)).toThrow(expect.objectContaining({ code: 'INVALID_AMOUNT' }))
  })

  test('error: fuzz: any text round-trips or is refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)),
        (text) => {
          let atomic: bigint
          try {
            atomic = parseUsdc(text)
          } catch (error) {
            return (error as { code?: string }).code === 'INVALID_AMOUNT'
          }
          return parseUsdc(formatUsdc(atomic)) === atomic
        },
      ),
    )
  })
})

test('behavior: every amount survives a round trip', () => {
  const atomic = fc.bigInt({ min: 0n, max: 10n ** 20n })
  fc.assert(fc.property(atomic, (amount) => parseUsdc(formatUsdc(amount)) === amount))
})

test('behavior: the value of digits does not depend on the number of zeros', () => {
  const parts = [
    fc.nat({ max: 999_999_999 }),
    fc.nat({ max: 999_999 }),
    fc.nat({ max: 5 }),
  ] as const
  fc.assert(
    fc.property(...parts, (whole, millionths, zeros) => {
      const decimals = String(millionths).padStart(6, '0')
      const expected = BigInt(whole) * 1_000_000n + BigInt(millionths)
      expect(parseUsdc(`${'0'.repeat(zeros)}${whole}.${decimals}`)).toBe(expected)
      const short = decimals.replace(/0+$/, '')
      expect(formatUsdc(expected)).toBe(short === '' ? `${whole}` : `${whole}.${short}`)
    }),
  )
})

test('behavior: printing neither loses nor adds money: texts sum like the amounts', () => {
  const atomic = fc.bigInt({ min: 0n, max: 10n ** 18n })
  fc.assert(
    fc.property(fc.array(atomic, { maxLength: 20 }), (amounts) => {
      const sum = amounts.reduce((total, amount) => total + amount, 0n)
      const printed = amounts.map((amount) => parseUsdc(formatUsdc(amount)))
      expect(printed.reduce((total, amount) => total + amount, 0n)).toBe(sum)
    }),
  )
})

test('behavior: negative differences keep their sign', () => {
  expect(formatUsdc(-1n)).toBe('-0.000001')
})
