import { setImmediate } from 'node:timers/promises'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import {
  decodeFunctionData,
  encodeFunctionResult,
  keccak256,
  multicall3Abi,
  parseTransaction,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createBlockWatch } from '../chain/block-watch.ts'
import { batchCall, multicallAddress, transferCall } from '../chain/token-calls.ts'
import { batchMax, openSettler } from './settler.ts'
import { createTransactionSender } from './transaction-sender.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const signed = async (signature?: Hex) => {
  const authorization = {
    from: account.address,
    to: account.address,
    value: 1n,
    validAfter: 0n,
    validBefore: 1n,
    nonce: generatePrivateKey(),
  }
  return {
    authorization,
    signature: signature ?? (await account.signTypedData(typedDataOf(authorization))),
  }
}
const asSent = ({ to, data }: { to: Hex; data: Hex }) => ({ to: to.toLowerCase(), data })
const quiet = { onBroadcast: () => {} }

/** The response of Multicall3 if each of its calls succeeds; empty for another contract. */
const allGood = ({ to, data }: { to?: string; data: Hex }): Hex => {
  if (to === undefined) return '0x0'
  if (to !== multicallAddress) return '0x'
  const [calls = []] = decodeFunctionData({ abi: multicall3Abi, data }).args ?? []
  const result = (calls as unknown[]).map(() => ({ success: true, returnData: '0x' as const }))
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
}

/**
 * A settler whose node mines immediately and without logs. The test decides when a send resolves.
 */
const setUp = () => {
  const sent: { to: unknown; data: unknown }[] = []
  const gates: (() => void)[] = []
  let arrival = Promise.withResolvers<void>()
  const chain = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      if (method === 'eth_getTransactionCount') return '0x0'
      if (method === 'eth_getTransactionReceipt')
        return { transactionHash: params[0], status: '0x1', logs: [] }
      if (method === 'eth_sendRawTransaction') {
        const { to, data } = parseTransaction(params[0] as Hex)
        sent.push({ to, data })
        const gate = Promise.withResolvers<void>()
        gates.push(gate.resolve)
        arrival.resolve()
        await gate.promise
        return keccak256(params[0] as Hex)
      }
      return allGood(params[0] as { to?: string; data: Hex })
    },
  }
  const pause = async () => {}
  const readFees = async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
  const sender = createTransactionSender({
    chain,
    chainId: 8453,
    account,
    watch: createBlockWatch({ chain, pause, readFees }),
    pause,
    receiptLooksMax: 1,
    replaceAfterLooks: 1,
  })
  const settler = openSettler({ chain, sender })
  const arrived = async () => {
    if (gates.length === 0) await arrival.promise
    arrival = Promise.withResolvers()
  }
  const open = async () => {
    await arrived()
    gates.shift()!()
  }
  return { settler, sent, arrived, open }
}

test('default: payments that queue during a transaction are sent together, in order', async () => {
  const { settler, sent, arrived, open } = setUp()
  const payments = await Promise.all(Array.from({ length: 4 }, () => signed()))
  const first = settler.settle(payments[0]!, quiet)
  await arrived()
  const others = payments.slice(1).map((payment) => settler.settle(payment, quiet))
  await open()
  await open()
  await Promise.all([first, ...others])
  expect(sent).toEqual(
    [transferCall(payments[0]!), batchCall(payments.slice(1).map(transferCall))].map(asSent),
  )
})

test('behavior: payments of one turn of the event loop are sent together, from the first on', async () => {
  const { settler, sent, open } = setUp()
  const payments = await Promise.all(Array.from({ length: 3 }, () => signed()))
  const settlements = payments.map(async (payment) => settler.settle(payment, quiet))
  await open()
  await Promise.all(settlements)
  expect(sent).toEqual([batchCall(payments.map(transferCall))].map(asSent))
})

test('behavior: a payment that only a wallet contract can verify is sent alone', async () => {
  const { settler, sent, open } = setUp()
  const payments = [await signed(), await signed('0x1234'), await signed(), await signed()]
  const settlements = payments.map((payment) => settler.settle(payment, quiet))
  for (let round = 0; round < 2; round++) await open()
  await Promise.all(settlements)
  const [first, ofWallet, ...others] = payments.map(transferCall)
  expect(sent).toEqual([batchCall([first!, ...others]), ofWallet!].map(asSent))
})

test('behavior: a payment of a wallet contract shares no transaction with later payments', async () => {
  const { settler, sent, open } = setUp()
  const payments = [await signed('0x1234'), await signed(), await signed()]
  const settlements = payments.map((payment) => settler.settle(payment, quiet))
  for (let round = 0; round < 2; round++) await open()
  await Promise.all(settlements)
  const [ofWallet, ...others] = payments.map(transferCall)
  expect(sent).toEqual([ofWallet!, batchCall(others)].map(asSent))
})

test('behavior: a transaction contains a limited number of payments', async () => {
  const { settler, sent, open } = setUp()
  const payments = await Promise.all(Array.from({ length: batchMax + 2 }, () => signed()))
  const settlements = payments.map((payment) => settler.settle(payment, quiet))
  for (let round = 0; round < 2; round++) await open()
  await Promise.all(settlements)
  expect(sent).toEqual(
    [payments.slice(0, batchMax), payments.slice(batchMax)]
      .map((batch) => batchCall(batch.map(transferCall)))
      .map(asSent),
  )
})

test('behavior: sends one payment once for two requests, and again only afterwards', async () => {
  const { settler, sent, open } = setUp()
  const payment = await signed()
  const both = [settler.settle(payment, quiet), settler.settle(payment, quiet)]
  expect(both[0]).toBe(both[1])
  await open()
  await Promise.all(both)
  const again = settler.settle(payment, quiet)
  await open()
  await again
  expect(sent).toHaveLength(2)
})

test('behavior: a request with another signature does not share the outcome of the first', async () => {
  const { settler, sent, open } = setUp()
  const payment = await signed()
  const forged = { ...payment, signature: '0x1234' as const }
  const both = [settler.settle(forged, quiet), settler.settle(payment, quiet)]
  for (let round = 0; round < 2; round++) await open()
  await Promise.all(both)
  expect(sent).toEqual([forged, payment].map(transferCall).map(asSent))
})

test('error: rejects a payment that cannot be encoded, and the queue continues', async () => {
  const { settler, open } = setUp()
  const broken = await signed()
  broken.authorization.nonce = '0x12'
  await expect(settler.settle(broken, quiet)).rejects.toThrow('bytes32')
  const next = settler.settle(await signed(), quiet)
  await open()
  expect(await next).toMatchObject({ outcome: expect.any(String) })
})

test('behavior: after a stop nothing is sent until it is started again', async () => {
  const { settler, sent, arrived, open } = setUp()
  const first = settler.settle(await signed(), quiet)
  await arrived()
  let isStopped = false
  const stopped = settler.stop().then(() => {
    isStopped = true
  })
  const second = settler.settle(await signed(), quiet)
  await setImmediate()
  expect(isStopped).toBe(false)
  await open()
  await Promise.all([first, stopped])
  expect(sent).toHaveLength(1)
  settler.start()
  await open()
  await second
  expect(sent).toHaveLength(2)
})
