import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Devnet, openDevnet } from '../devnet/chain.ts'
import { answerJsonRpc } from '../devnet/json-rpc.ts'
import { openLocalFacilitator } from '../settlement/settle/local.ts'
import { bodyOf, listen } from '../settlement/testing/listen.ts'
import { holdFolder } from '../storage/database/hold-folder.ts'
import { createTestSchema, postgres } from '../storage/database/testing/postgres.ts'
import { openStore } from '../storage/open-store.ts'
import { type ReconcileConfig, reconcilePayments } from './reconcile-payments.ts'

const nowMs = Date.UTC(2100, 0, 1)
const nowSeconds = BigInt(nowMs / 1_000)
let config: ReconcileConfig
let createdAt = nowMs - 60_000
beforeEach(() => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiq-reconcile-'))
  config = { dataDir, database: undefined, facilitator: { mode: 'devnet' }, rpcUrl: undefined }
})
afterEach(() => rmSync(config.dataDir, { recursive: true, force: true }))
const run = (...ids: string[]) => reconcilePayments(ids, config, () => nowMs)

/** Claims a payment of `amount` atomic units. Settles it on request. */
async function claim(
  devnet: Devnet,
  amount: bigint,
  { validBefore = nowSeconds + 60n, settle = false },
) {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet(account.address, amount)
  const payer = account.address.toLowerCase() as `0x${string}`
  const nonce = generatePrivateKey()
  const authorization = {
    from: payer,
    to: devnet.payTo,
    value: amount,
    validAfter: 0n,
    validBefore,
    nonce,
  }
  const signed = {
    authorization,
    signature: await account.signTypedData(typedDataOf(authorization)),
  }
  const { record } = await openStore(config, () => {})
  await record.claim({ payer, nonce, request: 'r', signed, createdAt: createdAt++ })
  await record.close()
  const { request, settler: signer } = devnet
  const facilitator = openLocalFacilitator({ request, signer })
  if (settle) await facilitator.settle(signed, { onBroadcast: () => {} })
  return { payer, nonce }
}

/**
 * Creates three payments: one settled but unanswered, one that may still settle, one that cannot.
 */
async function leaveThree() {
  const devnet = await openDevnet({ dataFile: join(config.dataDir, 'devnet.sqlite') })
  const settled = await claim(devnet, 15_000n, { settle: true })
  const open = await claim(devnet, 9_000n, {})
  const expired = await claim(devnet, 3_000n, { validBefore: nowSeconds - 60n })
  await devnet.close()
  return { settled, open, expired }
}

test('default: decides every open payment by the chain, with totals', async () => {
  const { settled, open, expired } = await leaveThree()
  const { json, text, isKnown } = await run()
  expect(isKnown).toBe(true)
  const was = 'claimed'
  const payment = (
    amount: string,
    state: string,
    outcome: string,
    transaction: unknown = null,
  ) => ({ was, amount, state, outcome, transaction })
  expect(json).toEqual({
    payments: [
      { ...settled, ...payment('0.015', 'owed', 'owed', expect.stringMatching(/^0x/)) },
      { ...open, ...payment('0.009', 'claimed', 'open') },
      { ...expired, ...payment('0.003', 'failed', 'failed') },
    ],
    totals: [
      { outcome: 'owed', count: 1, amount: '0.015' },
      { outcome: 'open', count: 1, amount: '0.009' },
      { outcome: 'failed', count: 1, amount: '0.003' },
    ],
  })
  expect(text).toContain(`claimed  owed     0.015  ${settled.payer}  ${settled.nonce}  0x`)
  expect(text).toContain('failed: 1, 0.003 USDC: no money moved')
  expect((await run()).json).toMatchObject({ payments: [{ nonce: open.nonce }] })
})

test('behavior: checks only the named ones, and no finished one', async () => {
  const { settled, open, expired } = await leaveThree()
  const { json } = await run(expired.nonce, open.nonce.toUpperCase().replace('0X', '0x'))
  expect(json).toMatchObject({ payments: [{ nonce: open.nonce }, { nonce: expired.nonce }] })
  await expect(run(settled.nonce, expired.nonce)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: `No payment with ${expired.nonce} waits for the chain.`,
  })
  await expect(run('0x12')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect((await run(settled.nonce)).json).toMatchObject({ payments: [{ outcome: 'owed' }] })
  expect((await run(open.nonce)).text).toContain('open: 1')
})

test('error: does not run beside a running server, and prints the remedy', async () => {
  const release = holdFolder(config.dataDir)
  await expect(run()).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: expect.stringContaining('Another server uses'),
    remedy: expect.stringContaining('/admin'),
  })
  release()
  expect((await run()).text).toBe('No payment waits for the chain.')
})

test('behavior: uses a node, for any facilitator; without one, queries the facilitator', async () => {
  await leaveThree()
  config = { ...config, facilitator: { mode: 'remote', url: 'http://127.0.0.1:1' } }
  await expect(run()).rejects.toMatchObject({ remedy: expect.stringContaining('--rpc-url') })
  const devnet = await openDevnet({ dataFile: join(config.dataDir, 'devnet.sqlite') })
  let isDeaf = false
  const url = await listen(async (request, response) => {
    const body = await bodyOf(request)
    if (isDeaf && body.includes('eth_getBlockByNumber')) response.writeHead(500).end()
    else response.end(await answerJsonRpc(body, devnet))
  })
  config = { ...config, rpcUrl: url }
  // The last block is old, so by the chain's clock the expired payment may still settle.
  expect((await run()).json).toMatchObject({
    totals: [
      { outcome: 'owed', count: 1 },
      { outcome: 'open', count: 2 },
    ],
  })
  isDeaf = true
  const { isKnown, text } = await run()
  expect(isKnown).toBe(false)
  expect(text).toContain('unknown: 2, 0.012 USDC: the node did not answer')
  await devnet.close()
})

test.skipIf(!postgres)('behavior: runs beside servers that share a PostgreSQL', async () => {
  const schema = await createTestSchema(postgres!)
  config = { ...config, database: schema.url }
  await leaveThree()
  const devnet = await openDevnet({ dataFile: join(config.dataDir, 'devnet.sqlite') })
  // Several at once, like servers: all have read the record before any response arrives.
  const all = Promise.withResolvers<void>()
  let asking = 0
  const rpcUrl = await listen(async (request, response) => {
    const body = await bodyOf(request)
    if (body.includes('eth_getBlockByNumber')) {
      asking += 1
      if (asking === 3) all.resolve()
      await all.promise
    }
    response.end(await answerJsonRpc(body, devnet))
  })
  const release = holdFolder(config.dataDir)
  config = { ...config, facilitator: { mode: 'local' }, rpcUrl }
  const states = [{ state: 'owed' }, { state: 'claimed' }, { state: 'claimed' }]
  for (const { json } of await Promise.all([run(), run(), run()]))
    expect(json).toMatchObject({ payments: states })
  expect((await run()).json).toMatchObject({ totals: [{ outcome: 'open', count: 2 }] })
  const { record } = await openStore(config, () => {})
  expect((await record.totals()).owed).toEqual({ count: 1, amount: 15_000n })
  await record.close()
  release()
  await devnet.close()
  await schema.drop()
})

test('error: does not create a folder without a record', async () => {
  config = { ...config, dataDir: join(config.dataDir, 'elsewhere') }
  await expect(run()).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
  expect(existsSync(config.dataDir)).toBe(false)
})
