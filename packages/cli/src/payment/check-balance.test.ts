import { expect, test } from 'vitest'
import { checkBalance } from './check-balance.ts'
import { testAddress as address } from './testing/test-payer.ts'

const holding = (held: bigint | undefined) => ({ balance: async () => held })

test('default: a wallet that covers the price passes', async () => {
  await checkBalance({ address }, 15n, holding(15n))
})

test('behavior: refuses nothing without a node, with an unhelpful node, and for play money', async () => {
  await checkBalance({ address }, 15n, {})
  await checkBalance({ address }, 15n, holding(undefined))
  await checkBalance({ address, isPlay: true }, 15n, holding(0n))
})

test('error: reports a balance below the price with both numbers', async () => {
  await expect(checkBalance({ address }, 15_000n, holding(14_999n))).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    kind: 'funds',
    funds: 'untouched',
    facts: expect.arrayContaining(['Price: 0.015 USDC', expect.stringContaining('0.014999')]),
  })
})
