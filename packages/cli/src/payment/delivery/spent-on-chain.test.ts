import { expect, test } from 'vitest'
import { nodeStart, nodeWith } from '../testing/paying-node.ts'
import { testAddress } from '../testing/test-payer.ts'
import type { RpcSend } from './chain.ts'
import { spentOnChain } from './spent-on-chain.ts'

const day = 86_400_000
const start = nodeStart

const spentAt = async (now: number, send: RpcSend) => {
  const terms = { from: testAddress, now, windowMs: 30 * day }
  const payments = await spentOnChain(send, new URL('https://rpc.example/'), terms)
  return payments.map(({ at, amount }) => [(at - start) / day, amount])
}

test('default: reads the payments of the window, with their times', async () => {
  const send = nodeWith(50, [0, 18, 19, 49])
  expect(await spentAt(start + 49 * day, send)).toEqual([
    [19, 15_000n],
    [49, 15_000n],
  ])
})

test('behavior: a clock that is ahead of the chain forgets no payment', async () => {
  expect(await spentAt(start + 400 * day, nodeWith(50, [0, 19, 49]))).toEqual([
    [19, 15_000n],
    [49, 15_000n],
  ])
})

test('behavior: a clock that is behind the chain reads more', async () => {
  expect(await spentAt(start + 20 * day, nodeWith(50, [0, 19, 49]))).toHaveLength(3)
})
