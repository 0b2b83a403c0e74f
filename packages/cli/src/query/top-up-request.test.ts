import { formatUsdc } from '@fiq/shared/money/usdc'
import { topUpRequestDigest } from '@fiq/shared/pricing/top-up-terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topUpRequest } from './top-up-request.ts'

const settings = { url: 'http://fiq.test' }

test('behavior: the requested, expected and bound amount is the price of whole credits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 15_000n, max: 10n ** 10n }), async (most) => {
      const request = topUpRequest(most, { settings, key: undefined, account: undefined })
      const { price, digest } = await request.expected()
      expect(price.amount % 3_000n).toBe(0n)
      expect(price.amount <= most && most - price.amount < 3_000n).toBe(true)
      expect(BigInt(price.credits) * 3_000n).toBe(price.amount)
      expect(JSON.parse(request.body)).toEqual({ amountUsd: formatUsdc(price.amount) })
      expect(digest).toBe(topUpRequestDigest({ amount: price.amount, organisation: undefined }))
    }),
  )
})

test('default: the purpose names the account', () => {
  const account = { organisation: { id: '9c0e', name: 'Acme' } }
  const { label, body } = topUpRequest(300_000n, { settings, key: 'fiq_1', account })
  expect(label).toBe('100 credits for Acme')
  expect(JSON.parse(body)).toEqual({ amountUsd: '0.3', organisation: '9c0e' })
})
