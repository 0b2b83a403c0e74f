import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createBlockWatch } from '../chain/block-watch.ts'
import {
  createTransactionSender,
  feeMax,
  type OfferedTransaction,
  raised,
} from './transaction-sender.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const call = { to: account.address, data: '0x' } as const

/**
 * A node with scripted responses to `eth_sendRawTransaction`, which mines accepted transactions.
 */
const nodeThat = (answers: (Error | 'accepts')[], count = 7) => {
  const received: `0x${string}`[] = []
  const mined = new Set<string>()
  const request = async ({
    method,
    params = [],
  }: {
    method: string
    params?: readonly unknown[]
  }) => {
    if (method === 'eth_getTransactionCount') return `0x${(count + mined.size).toString(16)}`
    if (method === 'eth_getTransactionReceipt')
      return mined.has(String(params[0])) ? { transactionHash: params[0], status: '0x1' } : null
    const raw = params[0] as `0x${string}`
    received.push(raw)
    const answer = answers.shift() ?? 'accepts'
    if (answer instanceof Error) throw answer
    mined.add(keccak256(raw))
    return keccak256(raw)
  }
  return { request, received }
}
const refusal = (message: string) => Object.assign(new Error(message), { code: -32000 })
const pause = async () => {}
const readFees = async () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n })
const senderOver = (
  chain: Pick<ReturnType<typeof nodeThat>, 'request'>,
  limits = { receiptLooksMax: 2, replaceAfterLooks: 2 },
) =>
  createTransactionSender({
    chain,
    chainId: 8453,
    account,
    watch: createBlockWatch({ chain, pause, readFees }),
    pause,
    ...limits,
  })
const counts = (node: { received: `0x${string}`[] }) =>
  node.received.map((raw) => parseTransaction(raw).nonce)

test('default: reads the count once and increments it', async () => {
  const node = nodeThat([])
  const sender = senderOver(node)
  for (let round = 0; round < 3; round++)
    expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ outcome: 'mined' })
  expect(counts(node)).toEqual([7, 8, 9])
  expect(parseTransaction(node.received[0]!)).toMatchObject({
    chainId: 8453,
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  })
})

test('behavior: reads a count that is too low again, and the caller gets the new hash', async () => {
  const node = nodeThat([refusal('nonce too low: next nonce 8')])
  const hashes: string[] = []
  const result = await senderOver(node).send(
    call,
    21_000,
    async ({ hash }) => void hashes.push(hash),
  )
  expect(result).toMatchObject({ outcome: 'mined', receipt: { transactionHash: hashes[1] } })
})

test('behavior: a transaction that the node already has counts as sent', async () => {
  const node = nodeThat([refusal('already known')])
  expect(await senderOver(node).send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'unknown',
    message: 'The transaction is not mined yet.',
  })
})

test('error: reports a refusal immediately and reads the nonce again', async () => {
  const node = nodeThat([refusal('insufficient funds for gas')])
  const sender = senderOver(node)
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'unknown',
    message: 'insufficient funds for gas',
  })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ outcome: 'mined' })
  expect(counts(node)).toEqual([7, 7])
})

test('behavior: offers no higher fee after refusals, because nothing has to be replaced', async () => {
  const node = nodeThat(Array.from({ length: 9 }, () => refusal('insufficient funds for gas')))
  const sender = senderOver(node)
  for (let round = 0; round < 9; round++)
    expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ isRefused: true })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ outcome: 'mined' })
  expect(new Set(node.received.map((raw) => parseTransaction(raw).maxFeePerGas))).toEqual(
    new Set([2n]),
  )
})

test('error: if the caller refuses the hash, sends nothing and keeps the count', async () => {
  const node = nodeThat([])
  const sender = senderOver(node)
  const refuse = async () => {
    throw new Error('disk full')
  }
  expect(await sender.send(call, 21_000, refuse)).toEqual({
    outcome: 'not-sent',
    message: 'disk full',
  })
  await sender.send(call, 21_000, async () => {})
  expect(counts(node)).toEqual([7])
})

/**
 * A node with a pool. It accepts a replacement with an eighth more, and with the n-th it mines the
 * first, or that.
 */
const poolThat = (minesAt: number, which: 'first' | 'last' = 'first') => {
  const received: `0x${string}`[] = []
  let mined: string | undefined
  const request = async ({
    method,
    params = [],
  }: {
    method: string
    params?: readonly unknown[]
  }) => {
    if (method === 'eth_getTransactionCount')
      return mined === undefined && params[1] === 'latest' ? '0x7' : '0x8'
    if (method === 'eth_getTransactionReceipt')
      return mined === params[0] ? { transactionHash: mined, status: '0x1' } : null
    const raw = params[0] as `0x${string}`
    const fees = (each: `0x${string}`) => parseTransaction(each).maxFeePerGas ?? 0n
    const best = received.at(-1)
    if (best && fees(raw) * 8n < fees(best) * 9n)
      throw refusal('replacement transaction underpriced')
    received.push(raw)
    if (received.length === minesAt) mined = keccak256(received.at(which === 'first' ? 0 : -1)!)
    return keccak256(raw)
  }
  return { request, received }
}

test('behavior: replaces an unmined transaction at the same nonce; the mined one counts', async () => {
  const pool = poolThat(3)
  const offered: OfferedTransaction[] = []
  const sender = senderOver(pool, { receiptLooksMax: 9, replaceAfterLooks: 3 })
  const result = await sender.send(call, 21_000, async (each) => void offered.push(each))
  const hashes = offered.map(({ hash }) => hash)
  expect(hashes).toEqual(pool.received.map((raw) => keccak256(raw)))
  expect(offered.map(({ fee }) => fee)).toEqual([2n, 3n, 4n])
  expect(offered.map(({ replaces }) => replaces)).toEqual([undefined, hashes[0], hashes[1]])
  expect(result).toMatchObject({ outcome: 'mined', receipt: { transactionHash: hashes[0] } })
  expect(counts(pool)).toEqual([7, 7, 7])
  const offers = pool.received.map((raw) => parseTransaction(raw))
  expect(offers.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([2n, 3n, 4n])
  expect(offers.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)).toEqual([1n, 2n, 3n])
})

test('behavior: an abandoned transaction keeps its nonce, and the next one replaces it', async () => {
  const pool = poolThat(9)
  const sender = senderOver(pool, { receiptLooksMax: 2, replaceAfterLooks: 2 })
  const offered: OfferedTransaction[] = []
  for (const gas of [21_000, 30_000])
    expect(await sender.send(call, gas, async (each) => void offered.push(each))).toMatchObject({
      outcome: 'unknown',
    })
  expect(counts(pool)).toEqual([7, 7])
  expect(offered.map(({ replaces }) => replaces)).toEqual([undefined, offered[0]!.hash])
})

test('behavior: at the start, replaces transactions of a former process until they leave the pool', async () => {
  const pool = poolThat(2, 'last')
  const left = await account.signTransaction({
    chainId: 8453,
    nonce: 7,
    gas: 21_000n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 1n,
    type: 'eip1559',
  })
  pool.received.push(left)
  const result = await senderOver(pool, { receiptLooksMax: 12, replaceAfterLooks: 2 }).send(
    call,
    21_000,
    async () => {},
  )
  expect(result).toMatchObject({ outcome: 'mined' })
  expect(parseTransaction(pool.received[1]!)).toMatchObject({ nonce: 7, maxFeePerGas: 5n })
})

test('error: does not send a replacement that cannot be stored; the first may still be mined', async () => {
  const pool = poolThat(9)
  let calls = 0
  const result = await senderOver(pool, { receiptLooksMax: 4, replaceAfterLooks: 2 }).send(
    call,
    21_000,
    async () => {
      calls += 1
      if (calls > 1) throw new Error('disk full')
    },
  )
  expect(result).toMatchObject({ outcome: 'unknown', transaction: keccak256(pool.received[0]!) })
  expect(pool.received).toHaveLength(1)
})

test('error: does not offer an excessive fee', async () => {
  const node = nodeThat([])
  const fees = async () => ({ maxFeePerGas: feeMax + 1n, maxPriorityFeePerGas: 1n })
  const sender = createTransactionSender({
    chain: node,
    chainId: 8453,
    account,
    watch: createBlockWatch({ chain: node, pause, readFees: fees }),
    pause,
    receiptLooksMax: 2,
    replaceAfterLooks: 2,
  })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ outcome: 'not-sent' })
  expect(node.received).toEqual([])
})

test('default: a higher offer is an eighth more than before, and at least the market', () => {
  const before = { maxFeePerGas: 800n, maxPriorityFeePerGas: 8n }
  const now = { maxFeePerGas: 2_000n, maxPriorityFeePerGas: 1n }
  expect(raised(before, now)).toEqual({ maxFeePerGas: 2_000n, maxPriorityFeePerGas: 10n })
})

test('behavior: offers at most the highest fee, and sends nothing that it does not cover', async () => {
  const node = nodeThat([])
  const sender = senderOver(node)
  expect(await sender.send(call, 21_000, async () => {}, 1n)).toMatchObject({ outcome: 'mined' })
  expect(parseTransaction(node.received[0]!)).toMatchObject({ maxFeePerGas: 1n })
  expect(await sender.send(call, 21_000, async () => {}, 0n)).toEqual({
    outcome: 'not-sent',
    message: 'Gas costs too large a share of the amount now.',
  })
  expect(node.received).toHaveLength(1)
})

test('behavior: replaces a transaction whose sending has no answer', async () => {
  const pool = poolThat(2, 'last')
  const request: typeof pool.request = async (asked) => {
    const answer = await pool.request(asked)
    if (asked.method === 'eth_sendRawTransaction' && pool.received.length === 1)
      throw new Error('socket hang up')
    return answer
  }
  const sender = senderOver({ request }, { receiptLooksMax: 4, replaceAfterLooks: 2 })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'mined',
    receipt: { transactionHash: keccak256(pool.received[1]!) },
  })
})

test('behavior: a replacement that comes too late does not hide the mined first version', async () => {
  const node = nodeThat([])
  let sends = 0
  const request: typeof node.request = async (asked) => {
    if (asked.method === 'eth_sendRawTransaction') sends += 1
    if (asked.method === 'eth_sendRawTransaction' && sends === 2) throw refusal('nonce too low')
    if (asked.method === 'eth_getTransactionReceipt' && sends < 2) return null
    return node.request(asked)
  }
  const sender = senderOver({ request }, { receiptLooksMax: 4, replaceAfterLooks: 2 })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'mined',
    receipt: { transactionHash: keccak256(node.received[0]!) },
  })
  expect(sends).toBe(2)
})
