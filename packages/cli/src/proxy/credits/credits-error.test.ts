import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { CreditsError } from './credits-error.ts'

test('default: states the price, where the money is, and how to get the answer', () => {
  const lost = new FiqError('SERVER_ERROR', 'Lost.', { facts: ['Why: reset'], funds: 'at-risk' })
  expect(new CreditsError(lost, 15_000n)).toMatchObject({
    code: 'SERVER_ERROR',
    message: 'Lost.',
    funds: 'at-risk',
    amount: 15_000n,
    facts: ['Why: reset', 'Price: 0.015 USDC in credits'],
    remedy: expect.stringContaining('Send the same request again within 24 hours'),
  })
})
