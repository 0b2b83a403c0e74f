import type { Hex } from '@fiq/shared/payment/wire'
import { encodeErrorResult, encodeFunctionResult, multicall3Abi, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { settleTogether } from './settle-together.ts'
import type { SendResult } from './transaction-sender.ts'

const payment = (byte: string) => ({
  signed: {
    authorization: {
      from: `0x${'11'.repeat(20)}`,
      to: `0x${'22'.repeat(20)}`,
      value: 1n,
      validAfter: 0n,
      validBefore: 9n,
      nonce: `0x${byte.repeat(32)}`,
    },
    signature: `0x${'33'.repeat(64)}1b`,
  } as const,
  onBroadcast: () => {},
})
const reasonBytes = (reason: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string reason)']), args: [reason] })
const results = (...rows: { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: rows })
const good = { success: true, returnData: '0x' } as const
const revert = (reason: string) =>
  Object.assign(new Error(`execution reverted: ${reason}`), { code: 3 })
const mined = (status: Hex): SendResult => ({
  outcome: 'mined',
  receipt: { transactionHash: '0x77', status, logs: [] },
})

/** Ports that play their answers in turn; `calls` are the answers to `eth_call`. */
const setUp = (calls: (Hex | Error)[], sends: SendResult[] = []) => {
  const gas: number[] = []
  const ports = {
    chain: {
      request: async () => {
        const answer = calls.shift()
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('silent')
        return answer
      },
    },
    sender: {
      address: payment('00').signed.authorization.from,
      send: async (_: unknown, limit: number) => {
        gas.push(limit)
        return sends.shift()!
      },
    },
  }
  return { ports, gas }
}

test('default: one payment is tried and then sent with the same gas', async () => {
  const lost: SendResult = { outcome: 'unknown', transaction: '0x77', message: 'not mined' }
  const { ports, gas } = setUp(['0x'], [lost])
  expect(await settleTogether([payment('01')], ports)).toEqual([lost])
  expect(gas).toEqual([200_000])
})

test('behavior: of a batch, what fails when tried is not sent', async () => {
  const poor = { success: false, returnData: reasonBytes('ERC20: transfer amount exceeds balance') }
  const lost: SendResult = { outcome: 'unknown', transaction: '0x77', message: 'not mined' }
  const { ports, gas } = setUp([results(good, poor, good)], [lost])
  expect(await settleTogether([payment('01'), payment('02'), payment('03')], ports)).toEqual([
    lost,
    expect.objectContaining({ reason: 'invalid_exact_evm_insufficient_balance' }),
    lost,
  ])
  expect(gas).toEqual([460_000])
})

test('behavior: a batch that fails as a whole is sent again one by one', async () => {
  const expired = 'FiatTokenV2: authorization is expired'
  const { ports, gas } = setUp(
    [results(good, good), '0x', revert(expired), revert(expired)],
    [mined('0x0'), mined('0x0')],
  )
  const refused = expect.objectContaining({
    outcome: 'refused',
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
  })
  expect(await settleTogether([payment('01'), payment('02')], ports)).toEqual([refused, refused])
  expect(gas).toEqual([460_000, 200_000])
})

test('error: a mined transaction that moved nothing, without a reason to be had', async () => {
  const { ports } = setUp(['0x', '0x'], [mined('0x0')])
  expect(await settleTogether([payment('01')], ports)).toEqual([
    expect.objectContaining({ outcome: 'refused', reason: 'invalid_exact_evm_transaction_failed' }),
  ])
})

test('error: a mined transaction without our Transfer, and a node gone silent, is not judged', async () => {
  const { ports } = setUp(['0x'], [mined('0x1')])
  expect(await settleTogether([payment('01')], ports)).toEqual([
    { outcome: 'unknown', message: 'The chain could not be asked.' },
  ])
})

test('error: a nonce that is used by nobody knows whom is not judged', async () => {
  const { ports } = setUp([
    revert('FiatTokenV2: authorization is used or canceled'),
    `0x${'0'.repeat(64)}`,
  ])
  expect(await settleTogether([payment('01')], ports)).toMatchObject([{ outcome: 'unknown' }])
})

test('error: an answer that is no list of results leaves all unknown', async () => {
  const { ports, gas } = setUp(['0x1234'])
  expect(await settleTogether([payment('01'), payment('02')], ports)).toMatchObject([
    { outcome: 'unknown' },
    { outcome: 'unknown' },
  ])
  expect(gas).toEqual([])
})
