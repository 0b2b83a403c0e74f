import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { expect, test } from 'vitest'
import { feeMaxFor, gasUsedMaxOf, waitForFee } from './gas-terms.ts'

const terms = { etherPriceMaxUsd: 5_000n, shareMaxPercent: 50n }
const paying = (value: bigint, bytes = 65) =>
  ({
    authorization: { value, validBefore: 1_060n },
    signature: `0x${'11'.repeat(bytes)}`,
  }) as SignedAuthorization

test('default: gas at the highest fee costs exactly the share of the amount', () => {
  const fee = feeMaxFor([paying(15_000n)], terms)
  // 0.0075 USD at 5,000 USD per ether, for 90,000 gas.
  expect(fee).toBe(16_666_666n)
  expect(fee * 90_000n).toBeLessThanOrEqual(1_500_000_000_000n)
  expect((fee + 1n) * 90_000n).toBeGreaterThan(1_500_000_000_000n)
})

test('default: 0.015 USDC settles at the usual fee of Base, 0.005 gwei, and at three times that', () => {
  for (const wei of [5_000_000n, 15_000_000n])
    expect(feeMaxFor([paying(15_000n)], terms, 10n ** 11n)).toBeGreaterThan(wei)
})

test('behavior: the smallest amount of a batch limits its fee', () => {
  const [small, large] = [paying(15_000n), paying(10_000_000n)]
  const fee = feeMaxFor([small, small], terms)
  for (const batch of [
    [small, large],
    [large, small],
  ])
    expect(feeMaxFor(batch, terms)).toBe(fee)
})

test('behavior: a payment allowed alone is allowed in every batch', () => {
  const alone = feeMaxFor([paying(15_000n)], terms, 10n ** 9n)
  for (const count of [2, 10, 100]) {
    const batch = [paying(15_000n), ...Array.from({ length: count - 1 }, () => paying(10_000_000n))]
    expect(feeMaxFor(batch, terms, 10n ** 9n)).toBeGreaterThanOrEqual(alone)
  }
})

test('behavior: a wallet contract counts as using all gas that it receives', () => {
  expect(gasUsedMaxOf([paying(1n, 100)])).toBeGreaterThan(1_000_000n)
})

test('behavior: the data fee lowers the highest fee, to zero if it uses the whole share', () => {
  const share = 1_500_000_000_000n
  expect(feeMaxFor([paying(15_000n)], terms, share / 2n)).toBe(8_333_333n)
  expect(feeMaxFor([paying(15_000n), paying(15_000n)], terms, share / 2n)).toBe(10_714_285n)
  expect(feeMaxFor([paying(15_000n)], terms, share)).toBe(0n)
  expect(feeMaxFor([paying(15_000n)], terms, 2n * share)).toBe(0n)
})

const payment = paying(15_000n)
const feeMax = 16_666_666n
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

test('behavior: waits for a fee that falls in time', async () => {
  const { ports, reads } = scene([feeMax + 2n, feeMax + 1n, feeMax])
  await waitForFee(payment, terms, ports)
  expect(reads).toEqual([false, true, true])
})

test('error: refuses a fee that stays too high before the authorization ends', async () => {
  const { ports, reads } = scene([feeMax + 1n])
  await expect(waitForFee(payment, terms, ports)).rejects.toMatchObject({
    code: 'SETTLEMENT_TOO_EXPENSIVE',
    funds: 'untouched',
    facts: [
      'Current fee: 16666667 wei per gas',
      'Highest fee for this amount: 16666666 wei per gas',
      'Data fee of the chain: 0 wei',
    ],
  })
  expect(reads).toHaveLength(7)
})

test('behavior: the data fee counts in the refusal', async () => {
  const readDataFee = async () => 1_500_000_000_000n
  const { ports } = scene([1n])
  await expect(waitForFee(payment, { ...terms, readDataFee }, ports)).rejects.toMatchObject({
    code: 'SETTLEMENT_TOO_EXPENSIVE',
    facts: expect.arrayContaining(['Data fee of the chain: 1500000000000 wei']),
  })
})

test('behavior: a payment counts towards the ceiling with its maximum cost', async () => {
  const counted: bigint[] = []
  const admit = async (wei: bigint) => void counted.push(wei)
  const unused = { failed: async () => {}, failingPayers: async () => new Set<string>() }
  const ceiling = { admit, reserve: async () => true, spent: async () => {}, ...unused }
  const counting = { ...terms, readDataFee: async () => 5n, ceiling }
  await waitForFee(payment, counting, scene([7n]).ports)
  // A transaction offers twice the fee, but no more than the share of the amount.
  const most = feeMaxFor([payment], counting, 5n)
  await waitForFee(payment, counting, scene([most]).ports)
  expect(counted).toEqual([200_000n * 14n + 5n, 200_000n * most + 5n])
})

test('behavior: waits until six seconds before the end of the authorization', async () => {
  const { ports, reads } = scene([feeMax + 1n])
  let seconds = 1_053
  const clock = {
    nowMs: () => seconds * 1_000,
    async pause() {
      seconds += 1
    },
  }
  await expect(waitForFee(payment, terms, { ...ports, ...clock })).rejects.toBeDefined()
  expect([seconds, reads.length]).toEqual([1_054, 2])
})
