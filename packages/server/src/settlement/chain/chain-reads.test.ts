import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pad } from 'viem'
import { expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import {
  type ChainPort,
  findSettlement,
  isRevert,
  readBalance,
  readWalletAnswer,
} from './chain-reads.ts'

const authorization = {
  from: `0x${'11'.repeat(20)}`,
  to: `0x${'22'.repeat(20)}`,
  value: 1n,
  validAfter: 0n,
  validBefore: 9n,
  nonce: `0x${'ab'.repeat(32)}`,
} as const

/** A node with a used nonce whose log is in `logBlock`. Records the requested ranges. */
const nodeWith = (
  latest: number,
  logBlock: number | undefined,
  receipt: unknown = { logs: [{ logIndex: '0x4' }] },
  seconds = 0n,
) => {
  const ranges: [number, number][] = []
  const chain: ChainPort = {
    seconds: () => seconds,
    request: async ({ method, params = [] }) => {
      if (method === 'eth_call') return pad('0x1')
      if (method === 'eth_blockNumber') return `0x${latest.toString(16)}`
      if (method === 'eth_getTransactionReceipt') return receipt
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      ranges.push([Number(fromBlock), Number(toBlock)])
      const found =
        logBlock !== undefined && logBlock >= Number(fromBlock) && logBlock <= Number(toBlock)
      return found ? [{ transactionHash: '0x77', logIndex: '0x4' }] : []
    },
  }
  return { chain, ranges }
}

test('default: searches logs from the newest block back, in ranges that nodes allow', async () => {
  const { chain, ranges } = nodeWith(30_000, 13_000)
  expect(await findSettlement(chain, authorization)).toEqual({
    outcome: 'void',
    asOfSeconds: expect.any(BigInt),
    transaction: '0x77',
  })
  expect(ranges).toEqual([
    [21_001, 30_000],
    [12_001, 21_000],
  ])
})

test('behavior: an unused nonce is known for a minute before the newest block', async () => {
  const chain: ChainPort = {
    request: async ({ method, params = [] }) =>
      method === 'eth_call'
        ? pad('0x0')
        : { number: '0x64', timestamp: params[0] === 'latest' ? '0x3e8' : '0x3ac' },
  }
  expect(await findSettlement(chain, authorization)).toEqual({
    outcome: 'unused',
    asOfSeconds: 1_000n - 60n,
  })
})

test('behavior: after a halt of the chain, the last blocks before it prove no expiry', async () => {
  // Blocks before the halt are from 0 on, later ones from 1,000 on, each two seconds.
  const secondsOf = (block: number) => (block < 100 ? 2 * (block - 99) : 1_000 + 2 * (block - 100))
  const nodeAt = (latest: number): ChainPort => ({
    request: async ({ method, params = [] }) => {
      if (method === 'eth_call') return pad('0x0')
      const block = params[0] === 'latest' ? latest : Number(params[0])
      return { number: `0x${block.toString(16)}`, timestamp: `0x${secondsOf(block).toString(16)}` }
    },
  })
  for (const [latest, asOfSeconds] of [
    [129, 0n],
    [130, 1_000n],
  ] as const)
    expect(await findSettlement(nodeAt(latest), authorization)).toEqual({
      outcome: 'unused',
      asOfSeconds,
    })
})

test.each([
  ['four minutes before it expired', 5_000_000 - 120],
  ['as much later as clocks may say', 5_000_000 + 3_000],
  ['three hours before it expired', 5_000_000 - 5_400],
])('behavior: finds the log of an authorization that expired long ago %s', async (_, logBlock) => {
  // Ten million seconds ago: five million blocks.
  const { chain, ranges } = nodeWith(10_000_000, logBlock, undefined, 10_000_009n)
  expect(await findSettlement(chain, authorization)).toMatchObject({ outcome: 'void' })
  expect(ranges.length).toBeLessThanOrEqual(7)
  for (const [from, to] of ranges) expect(to - from).toBeLessThan(9_000)
})

test('behavior: leaves no gap between both searches for one that expired a day ago', async () => {
  for (let behind = 40_000; behind < 50_000; behind += 500) {
    const { chain } = nodeWith(100_000, 100_000 - behind - 60, undefined, BigInt(2 * behind + 9))
    expect(await findSettlement(chain, authorization)).toMatchObject({ outcome: 'void' })
  }
})

test.each([
  ['a young chain', 100, 1],
  ['an old chain', 10_000_000, 5],
])('behavior: does not judge a used nonce without a log on %s', async (_, latest, windows) => {
  const { chain, ranges } = nodeWith(latest, undefined)
  expect(await findSettlement(chain, authorization)).toEqual({ outcome: 'unknown' })
  expect(ranges).toHaveLength(windows)
})

test.each([
  ['without logs', { status: '0x0', logs: [] }],
  [
    'with the logs of others',
    {
      logs: [
        { address: '0x', logIndex: '0x3' },
        { address: '0x', logIndex: '0x5' },
      ],
    },
  ],
  ['that is not to be had', null],
])('error: a node whose log leads to a receipt %s proves nothing', async (_, receipt) => {
  const { chain } = nodeWith(100, 50, receipt)
  expect(await findSettlement(chain, authorization)).toEqual({ outcome: 'unknown' })
})

const throwing = (error: Error): ChainPort => ({
  request: async () => {
    throw error
  },
})
const question = [authorization.from, authorization.nonce, '0x12'] as const

test('behavior: a wallet that reverts does not accept', async () => {
  const revert = Object.assign(new Error('execution reverted'), { code: 3 })
  expect(await readWalletAnswer(throwing(revert), ...question)).toBe(false)
})

test('error: an unreachable node is not a refusal by the wallet', async () => {
  await expect(readWalletAnswer(throwing(new Error('reset')), ...question)).rejects.toThrow('reset')
})

test.each<[unknown, boolean]>([
  [Object.assign(new Error('execution reverted: no'), { code: 3 }), true],
  [Object.assign(new Error('FiatTokenV2: invalid signature'), { code: 3 }), true],
  [Object.assign(new Error('execution reverted'), { code: -32000 }), true],
  [Object.assign(new Error('VM Exception: reverted with reason'), { code: -32603 }), true],
  [Object.assign(new Error('out of gas'), { code: -32000 }), true],
  [Object.assign(new Error('rate limit'), { code: -32005 }), false],
  [new Error('fetch failed: reverted proxy'), false],
  ['execution reverted', false],
])('behavior: whether %s is a revert: %s', (error, expected) => {
  expect(isRevert(error)).toBe(expected)
})

test('default: returns the balance of an address on the chain, and 0 for a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-balance-'))
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  const holder = `0x${'7'.repeat(40)}` as const
  expect(await readBalance(devnet, holder)).toBe(0n)
  await devnet.faucet(holder, 29_000n)
  expect(await readBalance(devnet, holder)).toBe(29_000n)
  await devnet.close()
  rmSync(folder, { recursive: true, force: true })
})
