import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCredits, finalCreditsMax } from '../../credits/credits.ts'
import { devnetPayee, devnetSettler } from '../../devnet/accounts.ts'
import { reversibleChain } from '../../devnet/testing/reversible-chain.ts'
import type { FoundSettlement } from '../../settlement/facilitator.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { openAccessStore } from '../../storage/accounts/open-access-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import {
  createTestSchema,
  openSmallDatabase,
  postgres,
} from '../../storage/database/testing/postgres.ts'
import { createSettlements } from '../../storage/payments/create-settlements.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import { gatherLimits, openCollector } from '../collect-advances.ts'
import { createInFlight } from '../in-flight.ts'
import { startReconciling } from './start-reconciling.ts'
import { createFinalityWatch } from './watch-finality.ts'

const payTo = devnetPayee.address.toLowerCase() as `0x${string}`
const value = 15_000n
const answer = { status: 200, body: '{"data":{"paid":true}}' }

let chain: Awaited<ReturnType<typeof reversibleChain>>
const close: (() => Promise<unknown>)[] = []
/** The chain's clock, by which an authorization expires. */
let seconds = 0n
beforeEach(async () => {
  chain = await reversibleChain()
  seconds = BigInt(Math.floor(Date.now() / 1_000))
})
afterEach(async () => {
  for (const each of close.splice(0).reverse()) await each()
})

/** An instance: record, facilitator, collector and watch, opened like in the server. */
function instance(database: Database, depthBlocks = 10) {
  const facilitator = openLocalFacilitator({
    request: chain.request,
    seconds: () => seconds,
    signer: devnetSettler,
    fees: async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
    pause: async () => {},
  })
  const record = openPaymentRecord(database)
  const report = (error: unknown) => {
    throw error
  }
  const nowMs = () => Date.now()
  const settlements = createSettlements(database)
  const collector = openCollector(
    { facilitator, record, report, nowMs },
    { ...gatherLimits, gatherMs: 0 },
  )
  const watch = createFinalityWatch({
    settlements,
    facilitator,
    chain,
    depthBlocks,
    isDepthChosen: true,
    nowMs,
  })
  /** One round of the server's loop. */
  const round = async () => {
    const inFlight = createInFlight<never>()
    const kept = await startReconciling({
      paymentPorts: { record, inFlight },
      collector,
      facilitator,
      finality: watch,
      report,
    })
    await kept.stop()
  }
  return { facilitator, record, watch, round, database }
}

const onSqlite = () => {
  const database = openSqliteDatabase(':memory:')
  close.push(() => database.close())
  return database
}

async function bought(server: ReturnType<typeof instance>) {
  const payment = await claimed(server)
  const takeBack = await chain.mark()
  await payment.settle()
  return { ...payment, takeBack }
}

async function claimed({ facilitator, record }: ReturnType<typeof instance>) {
  const payer = privateKeyToAccount(generatePrivateKey())
  await chain.mint(payer.address, value)
  const from = payer.address.toLowerCase() as `0x${string}`
  const authorization: Authorization = {
    from,
    to: payTo,
    value,
    validAfter: 0n,
    validBefore: seconds + 60n,
    nonce: toHex(BigInt(from), { size: 32 }),
  }
  const signature = await payer.signTypedData(typedDataOf(authorization))
  const key = { payer: from, nonce: authorization.nonce }
  const signed = { authorization, signature }
  await record.claim({ ...key, request: 'r', signed, createdAt: Date.now() })
  const settle = async () => {
    const settlement = await facilitator.settle(signed, {
      onBroadcast: (transaction) => record.broadcast(key, transaction),
    })
    if (settlement.outcome !== 'settled') throw new Error(settlement.outcome)
    await record.answered(key, answer, settlement)
    return settlement.transaction
  }
  return { key, settle, state: async () => (await record.find(key))?.state }
}
const unfinal = async (database: Database) => (await createSettlements(database).unfinal(9)).length

describe('a settled payment', () => {
  test('default: is checked until its block is deep enough, and then no more', async () => {
    const server = instance(onSqlite())
    const { state } = await bought(server)
    expect(await server.watch.look()).toEqual({ final: 0, reorganised: 0 })
    expect(await unfinal(server.database)).toBe(1)
    await chain.mine(9)
    expect(await server.watch.look()).toEqual({ final: 0, reorganised: 0 })
    await chain.mine(1)
    expect(await server.watch.look()).toEqual({ final: 1, reorganised: 0 })
    expect(await unfinal(server.database)).toBe(0)
    expect(await state()).toBe('answered')
  })

  test('behavior: after a rollback it becomes reorganised, with its answer; is broadcast again and becomes final', async () => {
    const server = instance(onSqlite())
    const { key, takeBack, state } = await bought(server)
    await takeBack()
    expect(await chain.balanceOf(payTo)).toBe(0n)
    expect(await server.watch.look()).toEqual({ final: 0, reorganised: 0 })
    expect(await server.watch.look()).toEqual({ final: 0, reorganised: 1 })
    expect(await server.record.find(key)).toMatchObject({ state: 'reorganised', answer })
    await server.round()
    expect(await chain.balanceOf(payTo)).toBe(value)
    expect(await server.record.find(key)).toMatchObject({ state: 'answered', answer })
    await chain.mine(10)
    await server.watch.look()
    expect([await state(), await unfinal(server.database)]).toEqual(['answered', 0])
  })

  test('error: if the node fails while one is searched, the others become final', async () => {
    const server = instance(onSqlite())
    const lost = await bought(server)
    await lost.takeBack()
    // Another instance, because the settler of this one continues after its lost transaction.
    await bought(instance(server.database))
    await server.watch.look()
    await chain.mine(10)
    server.facilitator.findSettlement = async () => {
      throw new Error('The node is gone.')
    }
    await expect(server.watch.look()).rejects.toThrow('The node is gone.')
    expect(await unfinal(server.database)).toBe(1)
    expect(await lost.state()).toBe('answered')
  })

  test('behavior: many in one transaction are checked again as soon as one alone', async () => {
    const server = instance(onSqlite())
    const payments = []
    for (let n = 0; n < 8; n += 1) payments.push(await claimed(server))
    const takeBack = await chain.mark()
    const transactions = await Promise.all(payments.map(({ settle }) => settle()))
    expect(new Set(transactions).size).toBe(1)
    await server.watch.look()
    await takeBack()
    await server.watch.look()
    expect(await server.watch.look()).toEqual({ final: 0, reorganised: 8 })
  })

  test('behavior: is followed to another transaction that moved it', async () => {
    const server = instance(onSqlite())
    const { key, takeBack } = await bought(server)
    const { signed } = (await server.record.find(key))!
    await takeBack()
    const other = await instance(onSqlite()).facilitator.settle(signed, { onBroadcast: () => {} })
    if (other.outcome !== 'settled') throw new Error(other.outcome)
    await server.database.write({
      sql: 'update payments set transaction_hash = ?',
      values: [new Uint8Array(32)],
    })
    for (let n = 0; n < 2; n += 1)
      expect(await server.watch.look()).toEqual({ final: 0, reorganised: 0 })
    expect(await server.record.find(key)).toMatchObject({
      state: 'answered',
      transaction: other.transaction,
    })
    await chain.mine(10)
    expect(await server.watch.look()).toEqual({ final: 1, reorganised: 0 })
  })

  test('behavior: stays answered while the chain does not know its outcome', async () => {
    const server = instance(onSqlite())
    const { takeBack, state } = await bought(server)
    await takeBack()
    const silent = createFinalityWatch({
      settlements: createSettlements(server.database),
      chain,
      depthBlocks: 10,
      isDepthChosen: true,
      nowMs: () => Date.now(),
      facilitator: { findSettlement: async () => ({ outcome: 'unknown', message: 'no logs' }) },
    })
    for (let n = 0; n < 3; n += 1) expect(await silent.look()).toEqual({ final: 0, reorganised: 0 })
    expect([await state(), await unfinal(server.database)]).toEqual(['answered', 1])
  })

  /** A watch whose node and facilitator answer as the test says. */
  const watchThat = (
    { database }: ReturnType<typeof instance>,
    receipt: (real: unknown) => unknown,
    found: FoundSettlement,
  ) =>
    createFinalityWatch({
      settlements: createSettlements(database),
      depthBlocks: 10,
      isDepthChosen: true,
      nowMs: () => Date.now(),
      chain: {
        async request(request) {
          const real = await chain.request(request)
          return request.method === 'eth_getTransactionReceipt' ? receipt(real) : real
        },
      },
      facilitator: { findSettlement: async () => found },
    })
  const unused = { outcome: 'unused', asOfSeconds: 0n } as const

  test('behavior: a receipt that is missing now and then does not count as removed', async () => {
    const server = instance(onSqlite())
    const { state } = await bought(server)
    let isMissing = false
    const watch = watchThat(server, (real) => (isMissing ? null : real), unused)
    for (isMissing of [true, false, true]) await watch.look()
    expect(await state()).toBe('answered')
    await watch.look()
    expect(await state()).toBe('reorganised')
  })

  test('behavior: a mined transaction without its transfer did not move it', async () => {
    const server = instance(onSqlite())
    const { state } = await bought(server)
    const failed = (real: unknown) => ({ ...(real as object), status: '0x0', logs: [] })
    const watch = watchThat(server, failed, unused)
    for (let n = 0; n < 2; n += 1) await watch.look()
    expect(await state()).toBe('reorganised')
  })

  test('behavior: a cancellation after the rollback removes it too', async () => {
    const server = instance(onSqlite())
    const { state } = await bought(server)
    const canceled = { outcome: 'void', asOfSeconds: 0n, isCanceled: true } as const
    const watch = watchThat(server, () => null, canceled)
    for (let n = 0; n < 2; n += 1) await watch.look()
    expect(await state()).toBe('reorganised')
  })

  test('behavior: if it can no longer settle, it becomes uncollectible, visible to the operator', async () => {
    const server = instance(onSqlite())
    const { key, takeBack } = await bought(server)
    await takeBack()
    await server.watch.look()
    await server.watch.look()
    seconds += 3_600n
    await server.round()
    expect(await server.record.find(key)).toMatchObject({
      state: 'uncollectible',
      reason: 'invalid_exact_evm_payload_authorization_valid_before',
      answer,
    })
    expect((await server.record.totals()).uncollectible).toEqual({ count: 1, amount: value })
    expect(await chain.balanceOf(payTo)).toBe(0n)
  })

  test('behavior: a server that starts after the rollback finds it', async () => {
    const database = onSqlite()
    const { key, takeBack } = await bought(instance(database))
    await takeBack()
    const restarted = instance(database)
    await restarted.watch.look()
    await restarted.watch.look()
    expect(await restarted.record.find(key)).toMatchObject({ state: 'reorganised', answer })
    await restarted.round()
    expect(await chain.balanceOf(payTo)).toBe(value)
  })

  test('behavior: without its answer, the server broadcasts it again, and it becomes owed', async () => {
    const server = instance(onSqlite())
    const { key, takeBack } = await bought(server)
    await server.database.write({ sql: `update payments set state = 'owed'`, values: [] })
    await takeBack()
    await server.watch.look()
    await server.watch.look()
    expect((await server.record.find(key))?.state).toBe('broadcast')
    // Another loss of the transaction changes nothing.
    await server.record.broadcast(key, `0x${'ab'.repeat(32)}`)
    expect(await chain.balanceOf(payTo)).toBe(0n)
    await server.round()
    expect(await chain.balanceOf(payTo)).toBe(value)
    await server.round()
    expect((await server.record.find(key))?.state).toBe('owed')
    expect(await server.record.totals()).toMatchObject({ owed: { count: 1, amount: value } })
  })

  test('behavior: the server does not broadcast one that was never settled', async () => {
    const server = instance(onSqlite())
    const { key, takeBack } = await bought(server)
    await server.database.write({ sql: `update payments set state = 'broadcast'`, values: [] })
    await takeBack()
    await server.round()
    expect(await chain.balanceOf(payTo)).toBe(0n)
    expect((await server.record.find(key))?.state).toBe('broadcast')
  })

  test('behavior: credits above 10 USDC wait until it is final, and are dropped when it is lost', async () => {
    const server = instance(onSqlite())
    const store = openAccessStore(server.database)
    const nowMs = () => Date.now()
    const credits = createCredits({ store, nowMs, pendsAbove: finalCreditsMax })
    const topUp = async (payment: { payer: `0x${string}`; nonce: `0x${string}` }, amount: number) =>
      credits.giveForPayment({ wallet: payment.payer }, { kind: 'topup', credits: amount, payment })
    const held = async (id: string) => [
      (await credits.balance(id)).prepaid,
      await credits.pending(id),
    ]

    const small = await bought(server)
    expect(await held((await topUp(small.key, 3_333)).id)).toEqual([3_333, 0])
    const large = await bought(server)
    const { id } = await topUp(large.key, 3_334)
    await topUp(large.key, 3_334)
    await store.releasePending(nowMs())
    expect(await held(id)).toEqual([0, 3_334])
    await chain.mine(10)
    await server.watch.look()
    expect(await store.releasePending(nowMs())).toBe(1)
    await topUp(large.key, 3_334)
    await store.releasePending(nowMs())
    expect(await held(id)).toEqual([3_334, 0])

    // Pending before the payment is answered, when no block of it is known.
    const early = await bought(server)
    await server.database.write({
      sql: `update payments set state = 'broadcast', unfinal = null where unfinal = 1`,
      values: [],
    })
    const { id: waiting } = await topUp(early.key, 5_000)
    expect(await store.releasePending(nowMs())).toBe(0)
    expect(await held(waiting)).toEqual([0, 5_000])

    const lost = await bought(server)
    const { id: loser } = await topUp(lost.key, 5_000)
    // While all of them wait, no check writes.
    const write = () => Promise.reject(new Error('It wrote.'))
    const reading = openAccessStore({ ...server.database, write })
    expect(await reading.releasePending(nowMs())).toBe(0)
    await server.database.write({
      sql: `update payments set state = 'uncollectible' where unfinal = 1`,
      values: [],
    })
    await store.releasePending(nowMs())
    expect([await held(loser), await held(waiting)]).toEqual([
      [0, 0],
      [0, 5_000],
    ])
  })
})

describe.skipIf(!postgres)('two instances on PostgreSQL', () => {
  test('behavior: both check, one transfer is made, and it is answered once', async () => {
    const schema = await createTestSchema(postgres!)
    const databases = [await openSmallDatabase(schema.url), await openSmallDatabase(schema.url)]
    close.push(() => schema.drop(), ...databases.map((each) => () => each.close()))
    const [one, other] = [instance(databases[0]!), instance(databases[1]!)]
    const { key, takeBack } = await bought(one)
    await takeBack()
    await Promise.all([one.watch.look(), other.watch.look()])
    const looks = await Promise.all([one.watch.look(), other.watch.look()])
    expect(looks[0]!.reorganised + looks[1]!.reorganised).toBe(1)
    expect((await other.record.find(key))?.state).toBe('reorganised')
    await one.round()
    await other.round()
    expect(await chain.balanceOf(payTo)).toBe(value)
    expect(await other.record.find(key)).toMatchObject({ state: 'answered', answer })
  })
})
