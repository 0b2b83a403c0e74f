import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { openTransactionSender } from './transaction-sender.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const call = { to: account.address, data: '0x' } as const

/** A node that plays its answers to `eth_sendRawTransaction` in turn and mines what it accepts. */
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
const senderOver = (chain: ReturnType<typeof nodeThat>) =>
  openTransactionSender({
    chain,
    chainId: 8453,
    account,
    fees: async () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
    pause: async () => {},
    receiptLooksMax: 2,
  })
const counts = (node: ReturnType<typeof nodeThat>) =>
  node.received.map((raw) => parseTransaction(raw).nonce)

test('default: the count is read once and goes up by one', async () => {
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

test('behavior: a count that is too low is read again, and the caller gets the new hash', async () => {
  const node = nodeThat([refusal('nonce too low: next nonce 8')])
  const hashes: string[] = []
  const result = await senderOver(node).send(call, 21_000, async (hash) => void hashes.push(hash))
  expect(result).toMatchObject({ outcome: 'mined', receipt: { transactionHash: hashes[1] } })
})

test('behavior: what the node already has counts as sent', async () => {
  const node = nodeThat([refusal('already known')])
  expect(await senderOver(node).send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'unknown',
    message: 'The transaction is not mined yet.',
  })
})

test('error: a refusal is told at once and the count is read anew', async () => {
  const node = nodeThat([refusal('insufficient funds for gas')])
  const sender = senderOver(node)
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({
    outcome: 'unknown',
    message: 'insufficient funds for gas',
  })
  expect(await sender.send(call, 21_000, async () => {})).toMatchObject({ outcome: 'mined' })
  expect(counts(node)).toEqual([7, 7])
})

test('error: when the caller refuses the hash, nothing leaves and the count stays', async () => {
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
