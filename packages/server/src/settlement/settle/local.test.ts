import { defined } from '@fiq/shared/defined'
import type { Authorization } from '@fiq/shared/payment/authorization'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { answerJsonRpc, rpcGasMax } from '../../devnet/json-rpc.ts'
import { signCancellation } from '../../devnet/testing/sign-cancellation.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { createGasSpending } from '../../storage/settlement/gas-spending.ts'
import { gasOf } from '../chain/gas-limits.ts'
import { createRpcChain } from '../chain/rpc-chain.ts'
import { holdingFacilitator } from '../testing/holding-facilitator.ts'
import { bodyOf, listen } from '../testing/listen.ts'
import { createGasCeiling } from './gas-ceiling.ts'
import { type GasTerms, gasUsedMaxOf } from './gas-terms.ts'
import { openLocalFacilitator } from './local.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())

type Request = Parameters<typeof devnet.request>[0]
/** The chain. `watch` receives each request before the chain does. */
const facilitatorOver = (watch: (request: Request) => unknown = () => {}, gasTerms?: GasTerms) =>
  openLocalFacilitator({
    ...defined({ gasTerms }),
    request: async (request) => {
      await watch(request)
      return devnet.request(request)
    },
    seconds: () => BigInt(nowSeconds()),
    signer: devnet.settler,
    pause: async () => {},
    receiptLooksMax: 2,
  })
const facilitator = facilitatorOver()
const funded = async (amount = 1_000_000n) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet(account.address, amount)
  return account
}
const nowSeconds = () => Math.floor(Date.now() / 1000)
const payer = await funded()
const signed = async (changes: Partial<Authorization> = {}, account = payer) => {
  const authorization: Authorization = {
    from: account.address,
    to: devnet.payTo,
    value: 3_000n,
    validAfter: 0n,
    validBefore: BigInt(nowSeconds() + 60),
    nonce: generatePrivateKey(),
    ...changes,
  }
  return { authorization, signature: await account.signTypedData(typedDataOf(authorization)) }
}
const quiet = { onBroadcast: () => {} }
const received = async (work: () => Promise<unknown>) => {
  const before = await devnet.balanceOf(devnet.payTo)
  await work()
  return (await devnet.balanceOf(devnet.payTo)) - before
}

test('default: verifies, settles and finds a payment', async () => {
  const payment = await signed()
  const terms = { amount: 3_000n, payTo: devnet.payTo, nowSeconds: nowSeconds() }
  expect(await facilitator.verify(payment, terms)).toEqual({ isValid: true, payer: payer.address })
  expect(await facilitator.findSettlement(payment)).toEqual({
    outcome: 'unused',
    asOfSeconds: expect.any(BigInt),
  })

  const hashes: Hex[] = []
  const moved = await received(async () => {
    const settlement = await facilitator.settle(payment, {
      onBroadcast: (hash) => void hashes.push(hash),
    })
    expect(settlement).toEqual({ outcome: 'settled', transaction: hashes[0], logIndex: 1 })
    expect(await facilitator.findSettlement(payment)).toEqual(settlement)
  })
  expect(moved).toBe(3_000n)
  expect(hashes).toHaveLength(1)
  const { from, nonce } = payment.authorization
  expect(await facilitator.authorizationState(from, nonce)).toBe(true)
})

test('behavior: passes on the hash, and waits for it to be stored, before it sends the transaction', async () => {
  const steps: string[] = []
  const watched = facilitatorOver(({ method }) => steps.push(method))
  const settlement = await watched.settle(await signed(), {
    onBroadcast: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('persisted')
    },
  })
  expect(settlement.outcome).toBe('settled')
  const [count, block] = ['eth_getTransactionCount', 'eth_getBlockByNumber']
  const [send, receipt] = ['eth_sendRawTransaction', 'eth_getTransactionReceipt']
  expect(steps).toEqual(['eth_call', count, count, block, 'persisted', send, receipt, block])
})

test('behavior: for a payer whose last payment settled, no check is needed; one round trip sends and reads', async () => {
  const bodies: string[][] = []
  const url = await listen(async (request, response) => {
    const body = await bodyOf(request)
    bodies.push([JSON.parse(body)].flat().map(({ method }) => method))
    response.end(await answerJsonRpc(body, devnet))
  })
  const { request } = createRpcChain({ url })
  const remote = openLocalFacilitator({ request, signer: devnet.settler })
  for (let round = 0; round < 3; round++)
    expect(await remote.settle(await signed(), quiet)).toMatchObject({ outcome: 'settled' })
  const sendAndRead = [
    'eth_sendRawTransaction',
    'eth_getTransactionReceipt',
    'eth_getBlockByNumber',
  ]
  const counts = ['eth_getTransactionCount', 'eth_getTransactionCount', 'eth_getBlockByNumber']
  expect(bodies).toEqual([['eth_call'], counts, sendAndRead, sendAndRead, sendAndRead])

  bodies.length = 0
  const strangers = await Promise.all([funded(), funded(), funded()])
  const payments = await Promise.all(strangers.map((account) => signed({}, account)))
  await Promise.all(payments.map((payment) => remote.settle(payment, quiet)))
  const proofs = ['eth_call', 'eth_call']
  expect(bodies).toEqual([proofs, sendAndRead])
})

test('behavior: a node that refuses the gas of a batch gets smaller ones, and every payment settles', async () => {
  const url = await listen(async (request, response) => {
    response.end(await answerJsonRpc(await bodyOf(request), devnet))
  })
  const { request } = createRpcChain({ url })
  const remote = openLocalFacilitator({ request, signer: devnet.settler })
  const strangers = await Promise.all(Array.from({ length: 100 }, () => funded()))
  const payments = await Promise.all(strangers.map((account) => signed({}, account)))
  // Neither their simulation nor their transaction is within the bound of the node.
  expect(gasOf(payments.map((each) => ({ signed: each })))).toBeGreaterThan(Number(rpcGasMax))
  const moved = await received(async () => {
    const settlements = await Promise.all(payments.map((each) => remote.settle(each, quiet)))
    const sizes = Map.groupBy(settlements, (each) =>
      each.outcome === 'settled' ? each.transaction : each.outcome,
    )
    expect([...sizes.values()].map((each) => each.length)).toEqual([12, 13, 12, 13, 12, 13, 12, 13])
  })
  expect(moved).toBe(300_000n)
})

test.each([1, 2, 100])(
  'behavior: the counted gas covers transfers of %i payers in one transaction',
  async (count) => {
    // Only the first payment to a payee also creates its balance.
    await facilitator.settle(await signed(), quiet)
    // Each account and balance is read for the first time.
    const strangers = await Promise.all(Array.from({ length: count }, () => funded()))
    const payments = await Promise.all(strangers.map((account) => signed({}, account)))
    const settlements = await Promise.all(payments.map((each) => facilitator.settle(each, quiet)))
    const transactions = new Set(
      settlements.map((each) => (each.outcome === 'settled' ? each.transaction : each.outcome)),
    )
    expect(transactions.size).toBe(1)
    const params = [...transactions]
    const receipt = await devnet.request({ method: 'eth_getTransactionReceipt', params })
    const { gasUsed } = receipt as { gasUsed: Hex }
    expect(gasUsedMaxOf(payments)).toBeGreaterThan(BigInt(gasUsed))
    // Not more than a quarter too much, or payments wait at fees that they could pay.
    expect(4n * gasUsedMaxOf(payments)).toBeLessThan(5n * BigInt(gasUsed))
  },
)

test('error: sends nothing if the hash cannot be stored', async () => {
  const payment = await signed()
  const full = new Error('disk full')
  const moved = await received(() =>
    expect(
      facilitator.settle(payment, {
        onBroadcast: () => {
          throw full
        },
      }),
    ).rejects.toBe(full),
  )
  expect(moved).toBe(0n)
  expect((await facilitator.settle(payment, quiet)).outcome).toBe('settled')
})

test('behavior: a payment submitted by another party counts as settled', async () => {
  const payment = await signed()
  const first = await facilitatorOver().settle(payment, quiet)
  const moved = await received(async () =>
    expect(await facilitator.settle(payment, quiet)).toEqual(first),
  )
  expect(moved).toBe(0n)
})

test('behavior: a payer is not refused because others submit its payments first', async () => {
  const account = await funded()
  for (let n = 0; n < 4; n += 1) {
    // Earns an attempt without a simulation, so that the next payment fails on the chain.
    expect((await facilitator.settle(await signed({}, account), quiet)).outcome).toBe('settled')
    const taken = await signed({}, account)
    await facilitatorOver().settle(taken, quiet)
    expect((await facilitator.settle(taken, quiet)).outcome).toBe('settled')
  }
})

test('error: refuses a nonce used for another transfer', async () => {
  const account = await funded()
  const first = await signed({}, account)
  await facilitator.settle(first, quiet)
  const second = await signed({ nonce: first.authorization.nonce, value: 9n }, account)
  // This payer is trusted for one payment, so it was sent. A reorganisation may remove the other
  // one.
  expect(await facilitator.settle(second, quiet)).toMatchObject({
    outcome: 'unknown',
    reason: 'invalid_exact_evm_nonce_already_used',
  })
  expect(await facilitator.settle(second, quiet)).toMatchObject({
    outcome: 'refused',
    reason: 'invalid_exact_evm_nonce_already_used',
  })
  expect(await facilitator.findSettlement(second)).toMatchObject({ outcome: 'void' })
})

test('error: refuses a cancelled nonce', async () => {
  const payment = await signed()
  const { from, nonce } = payment.authorization
  const signature = await signCancellation(payer, nonce)
  const data = encodeFunctionData({
    abi: parseAbi(['function cancelAuthorization(address, bytes32, bytes)']),
    args: [from, nonce, signature],
  })
  await send(usdcOnBase.asset, data)
  expect(await facilitator.findSettlement(payment)).toMatchObject({ outcome: 'void' })
  expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'refused' })
})

test.each<[string, Partial<Authorization>, string]>([
  ['no funds', { value: 10n ** 9n }, 'invalid_exact_evm_insufficient_balance'],
  ['expired', { validBefore: 1n }, 'invalid_exact_evm_payload_authorization_valid_before'],
  [
    'not yet valid',
    { validAfter: 2n ** 40n },
    'invalid_exact_evm_payload_authorization_valid_after',
  ],
  ['to nobody', { to: `0x${'0'.repeat(40)}` }, 'invalid_exact_evm_transaction_failed'],
])('error: refuses %s before anything is sent', async (_, changes, reason) => {
  const methods: string[] = []
  const settlement = await facilitatorOver(({ method }) => methods.push(method)).settle(
    await signed(changes),
    quiet,
  )
  expect(settlement).toMatchObject({ outcome: 'refused', reason })
  expect(methods).not.toContain('eth_sendRawTransaction')
})

test('error: does not refuse an expired payment with a node that may be behind', async () => {
  const behind = openLocalFacilitator({
    request: devnet.request,
    seconds: () => 0n,
    signer: devnet.settler,
    pause: async () => {},
  })
  const payment = await signed({ validBefore: 1n })
  expect(await behind.settle(payment, quiet)).toMatchObject({ outcome: 'unknown' })
})

test('error: the token refuses a forged signature', async () => {
  const { authorization } = await signed()
  const signature: Hex = `0x${'11'.repeat(64)}1b`
  expect(await facilitator.settle({ authorization, signature }, quiet)).toMatchObject({
    outcome: 'refused',
    reason: 'invalid_exact_evm_signature',
  })
})

test('behavior: settles v written as 0 or 1 too', async () => {
  const { authorization, signature } = await signed()
  const v = Number.parseInt(signature.slice(130), 16) - 27
  const rewritten = `${signature.slice(0, 130)}0${v}` as Hex
  expect(await facilitator.settle({ authorization, signature: rewritten }, quiet)).toMatchObject({
    outcome: 'settled',
  })
})

test('behavior: settles an authorization that becomes valid this second', async () => {
  const payment = await signed({ validAfter: BigInt(nowSeconds()) })
  expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'settled' })
})

test('behavior: waiting payments share a transaction, and each has its own log', async () => {
  const poor = await funded(4_000n)
  const good = await Promise.all(Array.from({ length: 20 }, () => signed()))
  const bad = [await signed({}, poor), await signed({}, poor)]
  const moved = await received(async () => {
    const settlements = await Promise.all(
      [...good, ...bad].map((payment) => facilitator.settle(payment, quiet)),
    )
    const settled = settlements.filter(({ outcome }) => outcome === 'settled')
    expect(settled).toHaveLength(21)
    expect(settlements.at(-1)).toMatchObject({
      outcome: 'refused',
      reason: 'invalid_exact_evm_insufficient_balance',
    })
    const places = settled.map((one) => JSON.stringify(one))
    expect(new Set(places).size).toBe(21)
    const transactions = settled.map((one) => 'transaction' in one && one.transaction)
    expect(new Set(transactions).size).toBe(1)
  })
  expect(moved).toBe(21n * 3_000n)
})

test('behavior: one caller that cannot store the hash does not delay the others', async () => {
  const payments = await Promise.all(Array.from({ length: 4 }, () => signed()))
  const full = new Error('disk full')
  const moved = await received(async () => {
    const results = await Promise.allSettled(
      payments.map((payment, place) =>
        facilitator.settle(payment, {
          onBroadcast: () => {
            if (place === 2) throw full
          },
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
  expect(moved).toBe(9_000n)
})

test('behavior: settles the same payment once for two concurrent requests', async () => {
  const payment = await signed()
  const moved = await received(async () => {
    const both = [facilitator.settle(payment, quiet), facilitator.settle(payment, quiet)]
    const [first, second] = await Promise.all(both)
    expect(first).toEqual(second)
  })
  expect(moved).toBe(3_000n)
})

test('behavior: verifies a wallet contract by ERC-1271, and it pays', async () => {
  // Returns the ERC-1271 magic value for every call.
  const code = '0x631626ba7e60e01b60005260206000f3'
  const wallet = await funded()
  await devnet.request({ method: 'hardhat_setCode', params: [wallet.address, code] })
  const { authorization } = await signed({}, wallet)
  const payment = { authorization, signature: '0x1234' as const }
  const terms = { amount: 3_000n, payTo: devnet.payTo, nowSeconds: nowSeconds() }
  expect(await facilitator.verify(payment, terms)).toMatchObject({ isValid: true })
  expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'settled' })

  await devnet.request({ method: 'hardhat_setCode', params: [wallet.address, '0x60006000fd'] })
  expect(await facilitator.verify(payment, terms)).toMatchObject({ isValid: false })
})

test('behavior: an account whose code burns all gas affects no other payment', async () => {
  const burner = await funded()
  const code = '0x5b5f56'
  const payments = [await signed(), await signed({}, burner), await signed({}, await funded())]
  const moved = await received(async () => {
    const first = facilitator.settle(await signed({}, await funded()), quiet)
    await devnet.request({ method: 'hardhat_setCode', params: [burner.address, code] })
    const settlements = await Promise.all(payments.map((each) => facilitator.settle(each, quiet)))
    expect(settlements.map(({ outcome }) => outcome)).toEqual(['settled', 'refused', 'settled'])
    await first
  })
  expect(moved).toBe(9_000n)
})

test('error: a wallet that accepts only in a simulation costs gas three times, then is refused', async () => {
  const wallet = await funded()
  // Returns the magic value if the gas price is zero, as in a simulation; else reverts.
  const code = '0x3a15600a5760006000fd5b631626ba7e60e01b60005260206000f3'
  await devnet.request({ method: 'hardhat_setCode', params: [wallet.address, code] })
  let sent = 0
  let laterMs = 0
  const calls: { gas?: Hex }[] = []
  const database = openSqliteDatabase(':memory:')
  /** Another instance, or the next run, over the same database. */
  const another = () => {
    const ceiling = createGasCeiling({
      spending: createGasSpending(database),
      hourMax: 10n ** 18n,
      nowMs: () => Date.now() + laterMs,
      report: expect.unreachable,
    })
    const gasTerms = { etherPriceMaxUsd: 1n, shareMaxPercent: 100n, ceiling }
    return facilitatorOver(({ method, params = [] }) => {
      if (method === 'eth_sendRawTransaction') sent += 1
      if (method === 'eth_call') calls.push(params[0] as { gas?: Hex })
    }, gasTerms)
  }
  const settle = async (hash?: Hex, facilitator = another()) => {
    const { authorization } = await signed({}, wallet)
    const payment = { authorization, signature: '0x1234' as const }
    return facilitator.settle(payment, { ...quiet, sent: hash })
  }
  const outcomes = []
  for (let n = 0; n < 5; n += 1) outcomes.push((await settle()).outcome)
  expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'refused', 'refused'])
  const hash = `0x${'77'.repeat(32)}` as const
  expect(await settle(hash)).toMatchObject({ outcome: 'unknown', transaction: hash })
  expect(sent).toBe(3)
  expect(await another().settle(await signed(), quiet)).toMatchObject({ outcome: 'settled' })
  laterMs = 3_600_000
  expect(await settle()).toMatchObject({ outcome: 'unknown' })
  expect(sent).toBe(5)
  // The code of a wallet never runs without a limit on its gas.
  expect(calls.filter(({ gas }) => gas === undefined || BigInt(gas) > 1_000_000n)).toEqual([])
  await database.close()
})

test('error: refuses a payer without a contract who did not sign', async () => {
  const { authorization } = await signed()
  const terms = { amount: 3_000n, payTo: devnet.payTo, nowSeconds: nowSeconds() }
  const verified = await facilitator.verify({ authorization, signature: '0x1234' }, terms)
  expect(verified).toMatchObject({ isValid: false, reason: 'invalid_exact_evm_signature' })
})

test.each(['eth_call', 'eth_getTransactionCount'])(
  'error: if a node does not respond %s, the outcome is unknown, and unpaid',
  async (silent) => {
    const payment = await signed()
    const broken = facilitatorOver(({ method }) => {
      if (method === silent) throw new Error('connection reset')
    })
    const moved = await received(async () => {
      const settlement = await broken.settle(payment, quiet)
      expect(settlement).toEqual({ outcome: 'unknown', message: expect.any(String) })
    })
    expect(moved).toBe(0n)
    expect(await facilitator.settle(payment, quiet)).toMatchObject({ outcome: 'settled' })
  },
)

test('error: handles a node that does not accept the transaction', async () => {
  const payment = await signed()
  let refusals = 1
  const stubborn = facilitatorOver(({ method }) => {
    if (method === 'eth_sendRawTransaction' && refusals-- > 0)
      throw Object.assign(new Error('insufficient funds for gas'), { code: -32000 })
  })
  const hashes: Hex[] = []
  const settlement = await stubborn.settle(payment, {
    onBroadcast: (hash) => void hashes.push(hash),
  })
  expect(settlement).toMatchObject({ outcome: 'unknown', transaction: hashes[0] })
  expect(await stubborn.settle(payment, quiet)).toMatchObject({ outcome: 'settled' })
})

test('behavior: finds a transaction on the chain whose response was lost', async () => {
  const lossy = openLocalFacilitator({
    request: async (request) => {
      const answer = await devnet.request(request)
      if (request.method === 'eth_sendRawTransaction') throw new Error('connection reset')
      return answer
    },
    seconds: () => BigInt(nowSeconds()),
    signer: devnet.settler,
    pause: async () => {},
    receiptLooksMax: 2,
  })
  expect(await lossy.settle(await signed(), quiet)).toMatchObject({ outcome: 'settled' })
  expect(await lossy.settle(await signed(), quiet)).toMatchObject({ outcome: 'settled' })
})

test('behavior: a missing receipt makes the outcome unknown; it is found later', async () => {
  const payment = await signed()
  let pauses = 0
  const slow = openLocalFacilitator({
    request: async (request) =>
      request.method === 'eth_getTransactionReceipt' ? null : devnet.request(request),
    signer: devnet.settler,
    pause: async () => void pauses++,
    receiptLooksMax: 3,
  })
  const hashes: Hex[] = []
  const settlement = await slow.settle(payment, { onBroadcast: (hash) => void hashes.push(hash) })
  expect(settlement).toMatchObject({ outcome: 'unknown', transaction: hashes[0] })
  expect(pauses).toBe(2)
  expect(await facilitator.findSettlement(payment)).toMatchObject({
    outcome: 'settled',
    transaction: hashes[0],
  })
})

test('default: lists its supported kinds', async () => {
  expect(await facilitator.supported()).toEqual({
    kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
    extensions: [],
    signers: { 'eip155:*': [devnet.settler.address] },
  })
})

async function send(to: Hex, data: Hex): Promise<void> {
  const count = await devnet.request({
    method: 'eth_getTransactionCount',
    params: [devnet.settler.address, 'pending'],
  })
  const transaction = await devnet.settler.signTransaction({
    chainId: 8453,
    nonce: Number(count),
    gas: 200_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    to,
    data,
  })
  await devnet.request({ method: 'eth_sendRawTransaction', params: [transaction] })
}

test.each([
  ['is not mined', false],
  ['was mined in vain', true],
] as const)(
  'error: handles an empty wallet, and a transaction sent before that %s',
  async (_, isMined) => {
    const account = await funded(3_000n)
    const payment = await signed({}, account)
    const { facilitator: holding, held } = holdingFacilitator(devnet)
    const lost = await holding.settle(payment, quiet)
    if (lost.outcome !== 'unknown') throw new Error('It was held back.')

    // Another transaction of the payer takes the money, before or after it.
    await devnet.request({
      method: 'hardhat_setBalance',
      params: [account.address, '0xde0b6b3a7640000'],
    })
    const own = openLocalFacilitator({ request: devnet.request, signer: account })
    await own.settle(await signed({ to: payer.address }, account), quiet)
    if (isMined) await devnet.request(held[0]!)

    const again = await facilitator.settle(payment, { ...quiet, sent: lost.transaction })
    expect(again).toMatchObject({
      outcome: 'unknown',
      transaction: lost.transaction,
      reason: 'invalid_exact_evm_insufficient_balance',
    })
    // A reorganisation may remove its block, after which it is mined again after a deposit.
    if (isMined) return
    await devnet.faucet(account.address, 3_000n)
    expect(await received(() => devnet.request(held[0]!))).toBe(3_000n)
    expect(await facilitator.settle(payment, { ...quiet, sent: lost.transaction })).toMatchObject({
      outcome: 'settled',
      transaction: lost.transaction,
    })
  },
)

// The last test, because the clock of the chain does not go back.
test('behavior: a payment that moved is settled, although it has expired since its receipt was lost', async () => {
  const payment = await signed({ validBefore: BigInt(nowSeconds() + 30) })
  const deaf = openLocalFacilitator({
    request: async (request) => {
      if (request.method === 'eth_getTransactionReceipt') throw new Error('time-out')
      return devnet.request(request)
    },
    signer: devnet.settler,
    pause: async () => {},
    receiptLooksMax: 1,
  })
  expect(await deaf.settle(payment, quiet)).toMatchObject({ outcome: 'unknown' })
  await devnet.request({ method: 'evm_increaseTime', params: [60] })
  await devnet.request({ method: 'evm_mine', params: [] })
  expect(await facilitatorOver().settle(payment, quiet)).toMatchObject({ outcome: 'settled' })
})
