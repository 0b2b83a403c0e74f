import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import {
  encodeErrorResult,
  encodeFunctionResult,
  multicall3Abi,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { createGasSpending } from '../../storage/settlement/gas-spending.ts'
import { createPayerTrust } from '../verify/payer-trust.ts'
import { createGasCeiling } from './gas-ceiling.ts'
import { settleTogether } from './settle-together.ts'
import type { SendResult, TransactionSender } from './transaction-sender.ts'

const payment = (byte: string, payer = '11') => ({
  signed: {
    authorization: {
      from: `0x${payer.repeat(20)}`,
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
const unused: Hex = `0x${'0'.repeat(64)}`
const good = { success: true, returnData: '0x' } as const
const revert = (reason: string) =>
  Object.assign(new Error(`execution reverted: ${reason}`), { code: 3 })
const mined = (status: Hex): SendResult => ({
  outcome: 'mined',
  receipt: { transactionHash: '0x77', status, logs: [] },
})

const notMined = { outcome: 'unknown', transaction: '0x77', message: 'not mined' } as const

type RpcCall = { method: string; params?: readonly unknown[] }
/** Ports with scripted responses; `calls` are those to `eth_call` of a contract. */
const setUp = (calls: (Hex | Error)[], sends: SendResult[] = [], contracts: Hex[] = []) => {
  const gas: number[] = []
  const requests: string[] = []
  /** Gas limits of the simulations. */
  const simulated: number[] = []
  const recounts: true[] = []
  const ports = {
    trust: createPayerTrust(() => true),
    chain: {
      seconds: () => 10n,
      request: async ({ method, params = [] }: RpcCall) => {
        if (method === 'eth_getCode') return contracts.includes(params[0] as Hex) ? '0xef' : '0x'
        const { to, gas: limit } = params[0] as { to?: Hex; gas?: Hex }
        requests.push(to === undefined ? 'code' : 'call')
        if (to !== undefined && limit !== undefined) simulated.push(Number(limit))
        if (to === undefined) return contracts.length > 0 ? '0x17' : '0x0'
        const answer = calls.shift()
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('silent')
        return answer
      },
    },
    sender: {
      address: payment('00').signed.authorization.from,
      recount: () => void recounts.push(true),
      send: async (_: unknown, limit: number) => {
        gas.push(limit)
        return sends.shift()!
      },
    },
  }
  return { ports, gas, requests, simulated, recounts }
}

test('default: simulates one payment and then sends it with the same gas', async () => {
  const { ports, gas } = setUp(['0x'], [notMined])
  expect(await settleTogether([payment('01')], ports)).toEqual([notMined])
  expect(gas).toEqual([200_000])
})

const hourMs = 3_600_000
/** Gas terms over a database, and a sender whose transactions take `runs`. */
function withCeiling(
  hourMax: bigint,
  runs: ((offer: Offer) => Promise<SendResult>)[],
  calls: Hex[] = ['0x', '0x'],
) {
  const database = openSqliteDatabase(':memory:')
  const spending = createGasSpending(database)
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const ceiling = createGasCeiling({ spending, hourMax, nowMs: () => 2 * hourMs, report })
  const terms = { etherPriceMaxUsd: 1n, shareMaxPercent: 1n, readDataFee: async () => 7n, ceiling }
  const send: TransactionSender['send'] = (_call, _gas, beforeSend) => {
    const offer: Offer = (hash, fee, replaces) => beforeSend({ hash, fee, replaces })
    return runs.shift()!(offer).catch(({ message }) => ({ outcome: 'not-sent', message }))
  }
  const { ports } = setUp(calls)
  const spent = async () => (await spending.since(0)).spent
  const settling = { ...ports, sender: { ...ports.sender, send }, gasTerms: terms }
  return { ports: settling, spent, faults, database, spending }
}
type Offer = (hash: Hex, fee: bigint, replaces?: Hex) => Promise<void>
/** Of one payment at 5 wei per gas. */
const costMax = 200_000n * 5n + 7n

test('behavior: reserves the highest cost before it sends, and then stores the real one', async () => {
  const fees = { gasUsed: '0x2', effectiveGasPrice: '0x3', l1Fee: '0x4' } as const
  const { receipt } = mined('0x1') as Extract<SendResult, { outcome: 'mined' }>
  const sent: bigint[] = []
  const { ports, spent } = withCeiling(10n ** 9n, [
    async (offer) => {
      await offer('0x76', 5n)
      sent.push(await spent())
      await offer('0x77', 6n, '0x76')
      sent.push(await spent())
      await offer('0x78', 7n, '0x77')
      return { outcome: 'mined', receipt: { ...receipt, ...fees } }
    },
  ])
  await settleTogether([payment('01')], ports)
  expect(sent).toEqual([costMax, costMax + 200_000n])
  expect(await spent()).toBe(10n)
})

test('behavior: a batch reserves its gas limit and the data fee of each payment', async () => {
  const runs = [
    async (offer: Offer) => {
      await offer('0x77', 5n)
      return notMined
    },
  ]
  const { ports, spent } = withCeiling(10n ** 9n, runs, [results(good, good)])
  await settleTogether([payment('01'), payment('02', '55')], ports)
  expect(await spent()).toBe(300_000n * 5n + 2n * 7n)
})

test('behavior: the cost of a transaction counts although its receipt is never seen', async () => {
  const { ports, spent } = withCeiling(10n ** 9n, [
    async (offer) => {
      await offer('0x77', 5n)
      return notMined
    },
    async (offer) => {
      await offer('0x78', 5n)
      // The process ends here.
      return new Promise(() => {})
    },
  ])
  expect(await settleTogether([payment('01')], ports)).toEqual([notMined])
  expect(await spent()).toBe(costMax)
  void settleTogether([payment('02')], ports)
  await expect.poll(spent).toBe(2n * costMax)
})

test('error: a receipt whose cost cannot be stored leaves the highest cost', async () => {
  const { ports, spent, spending, faults } = withCeiling(10n ** 9n, [
    async (offer) => {
      await offer('0x77', 5n)
      spending.spent = async () => {
        throw new Error('disk full')
      }
      return mined('0x1')
    },
  ])
  await settleTogether([payment('01')], ports)
  expect(await spent()).toBe(costMax)
  expect(faults).toEqual([new Error('disk full')])
})

test('error: sends nothing whose cost cannot be stored', async () => {
  let isSent = false
  const { ports, database, spending } = withCeiling(10n ** 9n, [
    async (offer) => {
      await offer('0x77', 5n)
      isSent = true
      return notMined
    },
  ])
  const full = new Error('disk full')
  spending.reserve = () => Promise.reject(full)
  expect(await settleTogether([payment('01')], ports)).toEqual([{ error: full }])
  // Nor if the failed payments of its payer cannot be read.
  await database.close()
  await expect(settleTogether([payment('02')], ports)).rejects.toThrow('closed')
  expect(isSent).toBe(false)
})

test('error: sends nothing above the ceiling; of a batch, it sends what the ceiling allows', async () => {
  const reports: string[] = []
  const offerAt = (hash: Hex) => async (offer: Offer) => {
    await offer(hash, 5n)
    return { ...notMined, transaction: hash }
  }
  const offers = (['0x70', '0x71', '0x72', '0x73'] as const).map(offerAt)
  const { ports, spent } = withCeiling(costMax, offers, [results(good, good), '0x', '0x', '0x'])
  const asked = (byte: string) => ({
    ...payment(byte),
    onBroadcast: (hash: string) => void reports.push(`${byte} ${hash}`),
  })
  const over = { outcome: 'unknown', message: 'The gas limit of this hour is reached.' }
  expect(await settleTogether([asked('01'), asked('02')], ports)).toEqual([
    { ...notMined, transaction: '0x71' },
    over,
  ])
  expect(await settleTogether([asked('03')], ports)).toEqual([over])
  expect(reports).toEqual(['01 0x71'])
  expect(await spent()).toBe(costMax)
})

test('error: the gas of a transaction that its payment refuses is not spent', async () => {
  const refuse = () => {
    throw new Error('This payment cannot become broadcast.')
  }
  const { ports, spent } = withCeiling(10n ** 9n, [
    async (offer) => {
      await offer('0x77', 5n)
      return notMined
    },
    async (offer) => {
      await offer('0x78', 5n)
      await offer('0x79', 6n, '0x78').catch(() => {})
      return notMined
    },
  ])
  const never = { ...payment('01'), onBroadcast: refuse }
  expect(await settleTogether([never], ports)).toEqual([{ error: expect.any(Error) }])
  expect(await spent()).toBe(0n)
  let times = 0
  const once = { ...payment('02'), onBroadcast: () => (times++ > 0 ? refuse() : undefined) }
  await settleTogether([once], ports)
  // Its first version may be mined.
  expect(await spent()).toBe(costMax + 200_000n)
})

test('behavior: offers no fee at which gas exceeds its share of the amount', async () => {
  const terms = { etherPriceMaxUsd: 4_000n, shareMaxPercent: 40n }
  const { ports } = setUp(['0x'])
  const offered: unknown[] = []
  const send = async (...[, , , feeMax]: unknown[]) => {
    offered.push(feeMax)
    return notMined
  }
  const { signed, ...rest } = payment('01')
  const authorization = { ...signed.authorization, value: 15_000n }
  await settleTogether([{ ...rest, signed: { ...signed, authorization } }], {
    ...ports,
    sender: { ...ports.sender, send },
    gasTerms: terms,
  })
  // 40 % of 0.015 USD at 4,000 USD per ether, for 90,000 gas.
  expect(offered).toEqual([1_500_000_000_000n / 90_000n])
})

test('behavior: does not send payments of a batch that fail in the simulation', async () => {
  const poor = { success: false, returnData: reasonBytes('ERC20: transfer amount exceeds balance') }
  const { ports, gas } = setUp([results(good, poor, good)], [notMined])
  expect(await settleTogether([payment('01'), payment('02'), payment('03')], ports)).toEqual([
    notMined,
    expect.objectContaining({ reason: 'invalid_exact_evm_insufficient_balance' }),
    notMined,
  ])
  expect(gas).toEqual([300_000])
})

test('behavior: looks up twenty used nonces of a batch at once, in order', async () => {
  const used = reasonBytes('FiatTokenV2: authorization is used or canceled')
  const payments = Array.from({ length: 100 }, (_, n) => payment(toHex(n, { size: 1 }).slice(2)))
  const { ports } = setUp(
    [results(...payments.map((_, n) => (n === 7 ? good : { success: false, returnData: used })))],
    [notMined],
  )
  const { request } = ports.chain
  const reads = { running: 0, most: 0, count: 0 }
  ports.chain.request = async (call) => {
    const { to, data = '0x' } = (call.params?.[0] ?? {}) as { to?: Hex; data?: Hex }
    if (to !== usdcOnBase.asset || !data.startsWith('0xe94a0102')) return request(call)
    reads.most = Math.max(reads.most, ++reads.running)
    reads.count += 1
    for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
    reads.running -= 1
    return unused
  }
  const outcomes = await settleTogether(payments, ports)
  expect(outcomes[7]).toEqual(notMined)
  expect(outcomes.map((each) => 'outcome' in each && each.outcome)).toEqual(
    payments.map(() => 'unknown'),
  )
  expect(reads).toEqual({ running: 0, most: 20, count: 99 })
})

test('behavior: sends the payments of a batch that fails as a whole one by one', async () => {
  const expired = 'FiatTokenV2: authorization is expired'
  const { ports, gas } = setUp(
    [results(good, good), '0x', revert(expired), unused, revert(expired), unused],
    [mined('0x0'), mined('0x0')],
  )
  const refused = expect.objectContaining({
    outcome: 'refused',
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
  })
  expect(await settleTogether([payment('01'), payment('02')], ports)).toEqual([refused, refused])
  expect(gas).toEqual([300_000, 200_000])
})

test('behavior: a payment of a failed batch is refused only when its authorization is over', async () => {
  const poor = 'ERC20: transfer amount exceeds balance'
  const { ports } = setUp(
    [results(good, good), revert(poor), unused, revert(poor), unused],
    [mined('0x0')],
  )
  const early = { ...ports, chain: { ...ports.chain, seconds: () => 8n } }
  const open = expect.objectContaining({ outcome: 'unknown', transaction: '0x77' })
  expect(await settleTogether([payment('01'), payment('02')], early)).toEqual([open, open])
})

test('behavior: reads the transaction count again for a payment that was sent before', async () => {
  const { ports, recounts } = setUp(['0x', '0x'], [notMined, notMined])
  await settleTogether([payment('01')], ports)
  expect(recounts).toEqual([])
  await settleTogether([{ ...payment('02'), sent: '0x76' }], ports)
  expect(recounts).toEqual([true])
})

test('error: sends no batch if the node does not say which payers have code', async () => {
  const { ports, gas } = setUp([results(good, good)], [notMined])
  const chain = {
    ...ports.chain,
    async request(request: RpcCall) {
      const isCall =
        request.method === 'eth_call' && (request.params?.[0] as { to?: Hex } | undefined)?.to
      if (!isCall) throw new Error('connection reset')
      return ports.chain.request(request)
    },
  }
  const silent = { outcome: 'unknown', message: 'The node of the chain did not answer.' }
  const settled = settleTogether([payment('01'), payment('02', '55')], { ...ports, chain })
  expect(await settled).toEqual([silent, silent])
  expect(gas).toEqual([])
})

test('error: a mined transaction that moved nothing, without an available reason', async () => {
  const { ports } = setUp(['0x', '0x'], [mined('0x0')])
  expect(await settleTogether([payment('01')], ports)).toMatchObject([{ outcome: 'unknown' }])
})

test('error: does not judge a mined transaction without our Transfer if the node is silent', async () => {
  const { ports } = setUp(['0x'], [mined('0x1')])
  expect(await settleTogether([payment('01')], ports)).toEqual([
    { outcome: 'unknown', message: 'The node of the chain did not answer.' },
  ])
})

test('error: does not judge a used nonce without a known payer', async () => {
  const { ports } = setUp([
    revert('FiatTokenV2: authorization is used or canceled'),
    `0x${'0'.repeat(64)}`,
  ])
  expect(await settleTogether([payment('01')], ports)).toMatchObject([{ outcome: 'unknown' }])
})

test('error: a response that is not a list of results makes all unknown', async () => {
  const { ports, gas } = setUp(['0x1234'])
  expect(await settleTogether([payment('01'), payment('02')], ports)).toMatchObject([
    { outcome: 'unknown' },
    { outcome: 'unknown' },
  ])
  expect(gas).toEqual([])
})

/** A mined transaction whose logs contain the transfers of these payments. */
const moved = (...payments: ReturnType<typeof payment>[]): SendResult => ({
  outcome: 'mined',
  receipt: {
    transactionHash: '0x77',
    status: '0x1',
    logs: payments.flatMap(({ signed: { authorization } }, place) => {
      const payer = pad(authorization.from)
      const topics = [
        [toEventSelector('AuthorizationUsed(address,bytes32)'), payer, authorization.nonce],
        [toEventSelector('Transfer(address,address,uint256)'), payer, pad(authorization.to)],
      ]
      return topics.map((each, second) => ({
        address: usdcOnBase.asset,
        topics: each,
        data: toHex(authorization.value, { size: 32 }),
        logIndex: toHex(2 * place + second),
        transactionHash: '0x77',
      }))
    }),
  },
})
const settledAt = (logIndex: number) => ({ outcome: 'settled', transaction: '0x77', logIndex })

test('default: does not check a payer whose last payment settled, once for each', async () => {
  const [first, second, third] = [payment('01'), payment('02'), payment('03')]
  const { ports, requests } = setUp(['0x', '0x'], [moved(first), mined('0x0'), moved(third)])
  expect(await settleTogether([first], ports)).toEqual([settledAt(1)])
  expect(requests).toEqual(['call'])
  // Nothing is read before; afterwards the reason of the failure, and the state of the nonce.
  expect(await settleTogether([second], ports)).toMatchObject([{ outcome: 'unknown' }])
  expect(requests).toEqual(['call', 'call', 'call'])
  await expect(settleTogether([third], ports)).resolves.toMatchObject([{ outcome: 'unknown' }])
  expect(requests).toEqual(['call', 'call', 'call', 'call'])
})

test('behavior: simulates only the others in a batch, and checks all for code', async () => {
  const [known, first, second] = [payment('01'), payment('02', '55'), payment('03', '66')]
  const { ports, requests, gas } = setUp(
    ['0x', results(good, good)],
    [moved(known), moved(payment('04'), first, second)],
  )
  await settleTogether([known], ports)
  expect(await settleTogether([payment('04'), first, second], ports)).toEqual(
    [1, 3, 5].map(settledAt),
  )
  expect(requests).toEqual(['call', 'call', 'code'])
  expect(gas).toEqual([200_000, 420_000])
})

test('behavior: simulates several payments of one payer in a batch together', async () => {
  const { ports, requests, simulated } = setUp(
    ['0x', results(good, good)],
    [moved(payment('01')), mined('0x1')],
  )
  await settleTogether([payment('01')], ports)
  await settleTogether([payment('02'), payment('03')], ports).catch(() => undefined)
  expect(requests.slice(0, 3)).toEqual(['call', 'call', 'code'])
  // The second has the gas limit of two payments.
  expect(simulated.slice(0, 2)).toEqual([200_000, 300_000])
})

test('behavior: sends a payer with code alone, for any signer', async () => {
  const [plain, delegated] = [payment('01', '55'), payment('02', '66')]
  const contract = delegated.signed.authorization.from
  const { ports, gas } = setUp(
    [results(good, good), '0x', '0x'],
    [moved(plain), moved(delegated)],
    [contract as Hex],
  )
  expect(await settleTogether([plain, delegated], ports)).toEqual([settledAt(1), settledAt(1)])
  expect(gas).toEqual([200_000, 200_000])
})

/** A chain with one receipt, whose token is paused; `unused` for each nonce. */
const pausedChain = (seconds: bigint) => ({
  seconds: () => seconds,
  request: async ({ params = [] }: RpcCall) => {
    const { data } = params[0] as { data: Hex }
    if (data.startsWith('0xe94a0102')) return unused
    throw revert('Pausable: paused')
  },
})

test('behavior: a paused token does not refuse a payment that an earlier transaction may move', async () => {
  const settle = (seconds: bigint) => {
    const ports = { ...setUp([]).ports, chain: pausedChain(seconds) }
    return settleTogether([{ ...payment('01'), sent: '0x77' }], ports)
  }
  expect(await settle(8n)).toMatchObject([
    { outcome: 'unknown', transaction: '0x77', reason: 'invalid_exact_evm_token_paused' },
  ])
  expect(await settle(9n)).toMatchObject([
    { outcome: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_before' },
  ])
})

test('behavior: reads the reason of a failure at the block of its transaction, not from a node behind it', async () => {
  const blocks: unknown[] = []
  const { ports } = setUp(['0x'], [])
  const failed: SendResult = {
    outcome: 'mined',
    receipt: { transactionHash: '0x77', status: '0x0', logs: [], blockNumber: '0x5' },
  }
  const { request } = ports.chain
  const chain = {
    ...ports.chain,
    async request(asked: RpcCall) {
      blocks.push(asked.params?.[1])
      if (asked.params?.[1] === '0x5') throw new Error('header not found')
      return request(asked)
    },
  }
  const sender = { ...ports.sender, send: async () => failed }
  expect(await settleTogether([payment('01')], { ...ports, chain, sender })).toMatchObject([
    { outcome: 'unknown' },
  ])
  expect(blocks).toEqual(['pending', '0x5'])
})
