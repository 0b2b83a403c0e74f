import { afterEach, expect, test, vi } from 'vitest'
import { createBlockWatch } from './block-watch.ts'

const [one, two] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const

/** A node that mines a transaction at the n-th request for it, and records every request. */
const nodeThat = (minedAt: Record<string, number>) => {
  const requests: string[] = []
  let looks = 0
  const chain = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const hash = String(params[0])
      requests.push(method === 'eth_getTransactionReceipt' ? hash.slice(0, 3) : method)
      if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x64' }
      return looks >= (minedAt[hash] ?? Number.POSITIVE_INFINITY) ? { transactionHash: hash } : null
    },
  }
  const pause = async () => void looks++
  return { chain, pause, requests }
}

test('default: all waiters share one poll, which reads the fees too; without waiters there is no poll', async () => {
  const node = nodeThat({ [one]: 0, [two]: 2 })
  const watch = createBlockWatch({ ...node, nowMs: () => 0 })
  expect(node.requests).toEqual([])
  const followed = [watch.follow([one], 5), watch.follow([two], 5)]
  const receipts = await Promise.all(followed.map(({ receipt }) => receipt))
  expect(receipts).toEqual([{ transactionHash: one }, { transactionHash: two }])
  const block = 'eth_getBlockByNumber'
  expect(node.requests).toEqual(['0x1', block, '0x2', block, '0x2', block])
  expect(await watch.fees()).toEqual({
    maxFeePerGas: 1_000_200n,
    maxPriorityFeePerGas: 1_000_000n,
  })
  expect(node.requests).toHaveLength(6)
})

test('behavior: reports the mined one of several transactions with one nonce', async () => {
  const node = nodeThat({ [two]: 1 })
  const { receipt } = createBlockWatch(node).follow([one, two], 5)
  expect(await receipt).toEqual({ transactionHash: two })
})

test('behavior: after a number of polls, reports that nothing was mined, and stops', async () => {
  const node = nodeThat({})
  const readFees = async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
  const watch = createBlockWatch({ ...node, readFees })
  expect(await watch.follow([one], 3).receipt).toBeUndefined()
  const stopped = watch.follow([two], 3)
  stopped.stop()
  expect(await stopped.receipt).toBeUndefined()
  await new Promise((resolve) => setImmediate(resolve))
  expect(node.requests.filter((request) => request === '0x1')).toHaveLength(3)
  expect(node.requests.filter((request) => request === '0x2').length).toBeLessThanOrEqual(1)
})

test('behavior: reads old fees again', async () => {
  const node = nodeThat({})
  let nowMs = 0
  const watch = createBlockWatch({ ...node, nowMs: () => nowMs })
  await watch.fees()
  await watch.fees()
  expect(node.requests).toHaveLength(1)
  nowMs = 120_000
  await watch.fees()
  expect(node.requests).toHaveLength(2)
})

test('error: a node that fails at one poll is queried again at the next', async () => {
  let silent = 2
  const chain = {
    request: async () => {
      if (silent-- > 0) throw new Error('timed out')
      return { transactionHash: one, baseFeePerGas: '0x0' }
    },
  }
  const watch = createBlockWatch({ chain, pause: async () => {} })
  expect(await watch.follow([one], 3).receipt).toMatchObject({ transactionHash: one })
})

afterEach(() => void vi.useRealTimers())

test('error: a lost request delays neither the next check nor the end', async () => {
  let requests = 0
  const lost = new Promise<never>(() => {})
  const chain = {
    request: async ({ method }: { method: string }) => {
      if (method !== 'eth_getTransactionReceipt') return { baseFeePerGas: '0x0' }
      requests += 1
      return requests === 2 ? { transactionHash: one } : lost
    },
  }
  vi.useFakeTimers()
  const watch = createBlockWatch({ chain, pause: async () => {} })
  const found = watch.follow([one], 3).receipt
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await found).toMatchObject({ transactionHash: one })
  const unmined = watch.follow([two], 1).receipt
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await unmined).toBeUndefined()
  expect(requests).toBe(3)
})

test('behavior: a late response counts', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<unknown>()
  let requests = 0
  const chain = {
    request: async ({ method }: { method: string }) => {
      if (method !== 'eth_getTransactionReceipt') return { baseFeePerGas: '0x0' }
      requests += 1
      if (requests > 1) resolve({ transactionHash: one })
      return answer
    },
  }
  vi.useFakeTimers()
  const watch = createBlockWatch({ chain, pause: async () => {} })
  const { receipt } = watch.follow([one], 2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await receipt).toMatchObject({ transactionHash: one })
})
