import { expect, test } from 'vitest'
import { feeMaxFor, waitForFee } from './gas-terms.ts'

const terms = { etherPriceMaxUsd: 5_000n, shareMaxPercent: 50n }

test('default: gas at the highest fee costs the share of the amount, and no more', () => {
  const fee = feeMaxFor([15_000n], 200_000, terms)
  // 0.0075 USD at 5,000 USD an ether.
  expect(fee * 200_000n).toBe(1_500_000_000_000n)
  expect(feeMaxFor([10_000_000n, 15_000n], 400_000, terms)).toBe(fee)
})

const authorization = { value: 15_000n, validBefore: 1_060n }
const scene = (fees: bigint[]) => {
  let seconds = 1_000
  const reads: boolean[] = []
  return {
    reads,
    ports: {
      async readFee(isFresh: boolean) {
        reads.push(isFresh)
        return fees.length > 1 ? fees.shift()! : fees[0]!
      },
      async pause() {
        seconds += 10
      },
      nowMs: () => seconds * 1_000,
    },
  }
}

test('behavior: a fee that falls in time is waited for', async () => {
  const { ports, reads } = scene([9n, 8n, 7n])
  await waitForFee(authorization, 7n, ports)
  expect(reads).toEqual([false, true, true])
})

test('error: a fee that stays too high is refused before the authorization ends', async () => {
  const { ports, reads } = scene([8n])
  await expect(waitForFee(authorization, 7n, ports)).rejects.toMatchObject({
    code: 'SETTLEMENT_TOO_EXPENSIVE',
    funds: 'untouched',
    facts: ['Fee now: 8 wei per gas', 'Highest fee for this amount: 7 wei per gas'],
  })
  expect(reads).toHaveLength(7)
})
