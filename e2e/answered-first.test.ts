import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../packages/server/src/config.ts'
import { listPayments } from '../packages/server/src/operator/payments.ts'
import { startServer } from '../packages/server/src/start-server.ts'
import { openStore } from '../packages/server/src/store/open-store.ts'
import { openPayer, present, validSeconds } from './faults/payer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-async-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A server that answers first. */
async function open(now = () => new Date()) {
  const flags = { port: '0', dataDir: folder, settlement: 'async', exposureLimit: '1' }
  const ports = { log: { error() {} }, version: 'test', now, environment: {} }
  return startServer(readConfig({ ...flags, logLevel: 'silent' }, {}), ports)
}

/** The same, and a payer who holds so much. */
async function start(atomic: bigint) {
  const server = await open()
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet?.faucet(account.address, atomic)
  const payer = openPayer(server.url, account)
  return { server, pay: async () => present(server.url, await payer.sign()), payer, account }
}

/** What an operator sees of the payments of a server that has stopped. */
async function listed(state?: string) {
  const store = await openStore({ database: undefined, dataDir: folder }, () => {})
  const { json } = await listPayments({ state }, store, 0)
  await store.record.close()
  return json as { payments: { state: string; reason: string | null }[]; totals: unknown }
}

test('default: a payer that has paid once is answered first, and everything has settled in the end', async () => {
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

/** Answered twice, and could pay once. */
async function leaveOneUnpaid() {
  const { server, pay, account } = await start(29_000n)
  expect((await pay())?.status).toBe(200)
  expect(await pay()).toMatchObject({ status: 200, receipt: undefined })
  expect(await pay()).toMatchObject({ status: 402, code: 'SETTLEMENT_FAILED' })
  await server.close()
  expect((await listed('advanced')).payments).toHaveLength(1)
  return account
}

test('behavior: who was answered with an empty wallet pays when it is filled', async () => {
  const { address } = await leaveOneUnpaid()
  const server = await open()
  await server.devnet?.faucet(address, 1_000_000n)
  await server.close()
  expect((await listed('answered')).payments).toHaveLength(2)
})

test('error: whoever was answered and cannot pay any more is listed as unpaid', async () => {
  await leaveOneUnpaid()
  const afterwards = Date.now() + 1_000 * Number(validSeconds)
  const server = await open(() => new Date(afterwards))
  await server.close()
  expect((await listed('unpaid')).payments).toMatchObject([
    { state: 'unpaid', reason: 'invalid_exact_evm_payload_authorization_valid_before' },
  ])
})
