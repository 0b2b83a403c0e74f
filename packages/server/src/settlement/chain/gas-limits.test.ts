import { expect, test } from 'vitest'
import { costOf, gasOf } from './gas-limits.ts'

const signedBy = (bytes: number) => ({ signed: { signature: `0x${'11'.repeat(bytes)}` } as const })

test('default: one payment, a batch and a wallet have their limits', () => {
  expect(gasOf([signedBy(65)])).toBe(200_000)
  expect(gasOf([signedBy(65), signedBy(65)])).toBe(300_000)
  expect(gasOf([signedBy(99)])).toBe(1_000_000)
})

test('default: a transaction costs its gas and its data; without fees nothing', () => {
  const receipt = { transactionHash: '0x77', status: '0x1', logs: [] } as const
  const fees = { gasUsed: '0x10', effectiveGasPrice: '0x2', l1Fee: '0x3' } as const
  expect(costOf({ ...receipt, logs: [], ...fees })).toBe(35n)
  expect(costOf({ ...receipt, logs: [] })).toBe(0n)
})
