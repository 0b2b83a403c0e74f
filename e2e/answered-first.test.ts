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
import { openPayer, present } from './faults/payer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-async-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A server that answers first, and a payer who holds so much. */
async function start(atomic: bigint, limit = '1') {
  const flags = { port: '0', dataDir: folder, settlement: 'async', exposureLimit: limit }
  const ports = { log: { error() {} }, version: 'test', now: () => new Date(), environment: {} }
  const server = await startServer(readConfig({ ...flags, logLevel: 'silent' }, {}), ports)
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet?.faucet(account.address, atomic)
  const payer = openPayer(server.url, account)
  return { server, pay: async () => present(server.url, await payer.sign()), payer, account }
}

/** What an operator sees of the payments of a server that has stopped. */
async function listed(state?: string) {
  const store = await openStore({ database: undefined, dataDir: folder }, () => {})
  const { json } = await listPayments({ state }, store)
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

test('error: whoever was answered and cannot pay is listed as unpaid, and trusted no more', async () => {
  const { server, pay } = await start(29_000n)
  expect((await pay())?.status).toBe(200)
  expect(await pay()).toMatchObject({ status: 200, receipt: undefined })
  expect(await pay()).toMatchObject({ status: 402, code: 'SETTLEMENT_FAILED' })
  await server.close()
  expect((await listed('unpaid')).payments).toMatchObject([
    { state: 'unpaid', reason: 'invalid_exact_evm_insufficient_balance' },
  ])
})
