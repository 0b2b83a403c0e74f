import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { type RpcLog, spendingTopics, transferLogIndex } from './settlement-log.ts'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
const payer = '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD'
const payee = `0x${'22'.repeat(20)}` as const
const authorization = {
  from: payer,
  to: payee,
  value: 3_000n,
  validAfter: 0n,
  validBefore: 9n,
  nonce: `0x${'AB'.repeat(32)}`,
} as const
const log = (topics: unknown, data: string, logIndex: number, address: string = usdcOnBase.asset) =>
  ({
    address,
    topics: topics as string[],
    data,
    logIndex: `0x${logIndex.toString(16)}`,
    transactionHash: '0x',
  }) satisfies RpcLog
const used = (nonce: `0x${string}` = authorization.nonce, address?: string) =>
  log(
    encodeEventTopics({
      abi,
      eventName: 'AuthorizationUsed',
      args: { authorizer: payer, nonce: nonce.toLowerCase() as `0x${string}` },
    }),
    '0x',
    10,
    address,
  )
const transfer = (
  value: bigint,
  to: `0x${string}` = payee,
  address?: string,
  from: `0x${string}` = payer,
) =>
  log(
    encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to } }),
    encodeAbiParameters([{ type: 'uint256' }], [value]),
    11,
    address,
  )

test('default: finds the Transfer directly after the use of the nonce', () => {
  expect(transferLogIndex([used(), transfer(3_000n)], authorization)).toBe(11)
  expect(
    transferLogIndex([transfer(3_000n), used(), transfer(3_000n)].slice(0, 3), authorization),
  ).toBe(11)
})

test.each<[string, RpcLog[]]>([
  ['nothing', []],
  ['only the use', [used()]],
  ['only the Transfer', [transfer(3_000n)]],
  ['another amount', [used(), transfer(2_999n)]],
  ['another payee', [used(), transfer(3_000n, payer)]],
  ['another sender', [used(), transfer(3_000n, payee, undefined, payee)]],
  ['another nonce', [used(`0x${'cd'.repeat(32)}`), transfer(3_000n)]],
  ['something in between', [used(), transfer(1n), transfer(3_000n)]],
  ['another token says so', [used(undefined, payee), transfer(3_000n, payee, payee)]],
  ['a Transfer of another token', [used(), transfer(3_000n, payee, payer)]],
])('error: %s is not a settlement', (_, logs) => {
  expect(transferLogIndex(logs, authorization)).toBeUndefined()
})

test('behavior: the filter finds the use and the cancellation, in lower case', () => {
  const [events, authorizer, nonce] = spendingTopics(authorization)
  expect(events).toHaveLength(2)
  expect(authorizer).toBe(`0x${'0'.repeat(24)}${payer.slice(2).toLowerCase()}`)
  expect(nonce).toBe(authorization.nonce.toLowerCase())
})
