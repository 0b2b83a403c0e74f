import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listPayments } from '../packages/server/src/commands/payments.ts'
import { startServer } from '../packages/server/src/compose/start-server.ts'
import { readConfig } from '../packages/server/src/config/config.ts'
import { signCancellation } from '../packages/server/src/devnet/testing/sign-cancellation.ts'
import { type Faults, noFaults } from '../packages/server/src/payments/fault-points.ts'
import { openStore } from '../packages/server/src/storage/open-store.ts'
import { createPayer, present, validSeconds } from './faults/payer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-async-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A server that answers before settlement. */
async function open(
  now = () => new Date(),
  {
    newWalletExposure = '0',
    faults = noFaults,
  }: { newWalletExposure?: string; faults?: Faults } = {},
) {
  const limits = { exposureLimit: '1', newWalletExposure }
  const flags = { port: '0', dataDir: folder, settlement: 'async', ...limits }
  const ports = { log: { error() {} }, version: 'test', now, environment: {}, faults }
  return startServer(readConfig({ ...flags, logLevel: 'silent' }, {}), ports)
}

/** The same, with a payer that has this amount. */
async function start(atomic: bigint) {
  const server = await open()
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet?.faucet(account.address, atomic)
  const payer = createPayer(server.url, account)
  return { server, pay: async () => present(server.url, await payer.sign()), payer, account }
}

/** Lists the payments of a stopped server with the operator's command. */
async function listed(state?: string) {
  const store = await openStore({ database: undefined, dataDir: folder }, () => {})
  const { json } = await listPayments({ state }, store, 0)
  await store.record.close()
  return json as { payments: { state: string; reason: string | null }[]; totals: unknown }
}

test('default: a payer with an earlier payment is answered before settlement, and everything settles in the end', async () => {
  const { server, pay, payer } = await start(1_000_000n)
  const first = await pay()
  expect(readPaymentResponse(first?.receipt)?.success).toBe(true)
  const purchase = await payer.sign()
  const before = await server.devnet?.balanceOf(server.payTo)
  const answer = await present(server.url, purchase)
  expect(answer).toMatchObject({ status: 200, receipt: undefined })
  expect(JSON.parse(answer?.body ?? '').extensions.payment).toMatchObject({ state: 'reserved' })
  expect(await server.devnet?.balanceOf(server.payTo)).toBe(before)
  await server.close()
  expect((await listed()).payments.map(({ state }) => state)).toEqual(['answered', 'answered'])
})

/** Leaves two answered payments, of which the payer can pay only one. */
async function leaveOneUnpaid() {
  const { server, pay, account } = await start(29_000n)
  expect((await pay())?.status).toBe(200)
  expect(await pay()).toMatchObject({ status: 200, receipt: undefined })
  expect(await pay()).toMatchObject({ status: 503, code: 'SETTLEMENT_PENDING' })
  await server.close()
  expect((await listed('advanced')).payments).toHaveLength(1)
  return account
}

test('behavior: a payer that was answered with an empty wallet pays once the wallet is filled', async () => {
  const { address } = await leaveOneUnpaid()
  const server = await open()
  await server.devnet?.faucet(address, 1_000_000n)
  await server.close()
  expect((await listed('answered')).payments).toHaveLength(2)
})

test('error: lists a payer that was answered but can no longer pay as unpaid', async () => {
  await leaveOneUnpaid()
  const afterwards = Date.now() + 1_000 * Number(validSeconds)
  const server = await open(() => new Date(afterwards))
  await server.close()
  expect((await listed('unpaid')).payments).toMatchObject([
    { state: 'unpaid', reason: 'invalid_exact_evm_payload_authorization_valid_before' },
  ])
})

/** The transaction with which a payer cancels an authorization. */
async function cancelling(account: PrivateKeyAccount, nonce: Hex): Promise<Hex> {
  const signature = await signCancellation(account, nonce)
  const data = encodeFunctionData({
    abi: parseAbi(['function cancelAuthorization(address, bytes32, bytes)']),
    args: [account.address, nonce, signature],
  })
  const free = { gas: 200_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  return account.signTransaction({ chainId: 8453, nonce: 0, ...free, to: usdcOnBase.asset, data })
}

/** A settler whose transactions are held until released. */
function heldSettler() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const faults: Faults = {
    ...noFaults,
    facilitator: (ports) => ({
      ...ports,
      async request(call) {
        if (call.method === 'eth_sendRawTransaction') await promise
        return ports.request(call)
      },
    }),
  }
  return { faults, letGo: resolve }
}

test.each([
  ['0', 0],
  ['0.045', 3],
])(
  'error: if ten new wallets cancel after the answer, with a limit of %s USDC for all, %i answers stay unpaid',
  async (newWalletExposure, lost) => {
    const { faults, letGo } = heldSettler()
    const server = await open(undefined, { newWalletExposure, faults })
    const answered = Promise.withResolvers<void>()
    let answers = 0
    const attack = Array.from({ length: 10 }, async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      await server.devnet?.faucet(account.address, 1_000_000n)
      const purchase = await createPayer(server.url, account).sign()
      expect(purchase.amount).toBe(15_000n)
      const answer = present(server.url, purchase).then((given) => {
        if (given?.status === 200) answers += 1
        if (answers === lost) answered.resolve()
        return given?.status
      })
      return { transaction: await cancelling(account, purchase.nonce), answer }
    })
    const wallets = await Promise.all(attack)
    if (lost > 0) await answered.promise
    for (const { transaction } of wallets)
      await server.devnet?.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    letGo()
    const statuses = await Promise.all(wallets.map(({ answer }) => answer))
    expect(statuses.filter((status) => status === 200)).toHaveLength(lost)
    expect(await server.devnet?.balanceOf(server.payTo)).toBe(0n)

    // The loss counts for all new wallets: the next one must settle before it is answered.
    const honest = privateKeyToAccount(generatePrivateKey())
    await server.devnet?.faucet(honest.address, 1_000_000n)
    const bought = await present(server.url, await createPayer(server.url, honest).sign())
    expect(readPaymentResponse(bought?.receipt)?.success).toBe(true)
    await server.close()
    // A reorganisation may remove the cancellations until the authorizations expire.
    expect((await listed('advanced')).payments).toHaveLength(lost)
    const afterwards = Date.now() + 1_000 * Number(validSeconds)
    const restarted = await open(() => new Date(afterwards), { newWalletExposure })
    await restarted.close()
    expect((await listed('unpaid')).payments.map(({ reason }) => reason)).toEqual(
      Array.from({ length: lost }, () => 'invalid_exact_evm_authorization_canceled'),
    )
  },
)
