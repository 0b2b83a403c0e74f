import { expect, test } from 'vitest'
import { checkBalance } from './check-balance.ts'
import { testAddress as address } from './testing/test-payer.ts'

const holding = (held: bigint | undefined) => ({ balance: async () => held })

test('default: a wallet that covers the price passes', async () => {
  await checkBalance({ address }, 15n, holding(15n))
})

test('behavior: without a node, with one that does not say, and for play money nothing is refused', async () => {
  await checkBalance({ address }, 15n, {})
  await checkBalance({ address }, 15n, holding(undefined))
  await checkBalance({ address, isPlay: true }, 15n, holding(0n))
})

test('error: a balance below the price is reported with both numbers', async () => {
  await expect(checkBalance({ address }, 15_000n, holding(14_999n))).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    kind: 'funds',
    funds: 'untouched',
    facts: expect.arrayContaining(['Price: 0.015 USDC', expect.stringContaining('0.014999')]),
  })
})
