import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { type Devnet, openDevnet } from '../devnet/chain.ts'
import { answerJsonRpc, type RpcAnswerer } from '../devnet/json-rpc.ts'
import { openLocalFacilitator } from '../settlement/settle/local.ts'
import { facilitatorServer, json } from '../settlement/testing/facilitator-server.ts'
import { bodyOf, listen } from '../settlement/testing/listen.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { createGasSpending } from '../storage/settlement/gas-spending.ts'
import { createServedSettlements } from '../storage/settlement/served-settlements.ts'
import { gasTermsOf, openFacilitator } from './settlement.ts'

const payTo = `0x${'12'.repeat(20)}`
const key = generatePrivateKey()

describe('openFacilitator', () => {
  let devnet: Devnet
  let folder: string
  let keyFile: string
  beforeAll(async () => {
    devnet = await openDevnet()
    folder = mkdtempSync(join(tmpdir(), 'fiq-facilitator-'))
    keyFile = join(folder, 'key')
    writeFileSync(keyFile, key, { mode: 0o600 })
  })
  afterAll(async () => {
    await devnet.close()
    rmSync(folder, { recursive: true })
  })

  const open = (flags: Partial<Record<SettingName, string>>) =>
    openFacilitator(readConfig({ dataDir: folder, ...flags }, {}), {
      maxTimeoutSeconds: 60,
      nowMs: () => Date.now(),
      sent: createServedSettlements(openSqliteDatabase(':memory:'), Date.now, answerLimits),
    })
  const node = (chain: RpcAnswerer = devnet) =>
    listen(async (request, response) => {
      response.end(await answerJsonRpc(await bodyOf(request), chain))
    })
  const honest = () => openLocalFacilitator({ request: devnet.request, signer: devnet.settler })

  test('default: the embedded chain has play money and its own payee', async () => {
    const opened = await open({})
    expect(opened).toMatchObject({ payTo: opened.devnet?.payTo, served: undefined })
    await opened.close()
  })

  test("behavior: the embedded chain pays the operator's payee, and can serve others", async () => {
    const opened = await open({ payTo, serveFacilitator: 'on' })
    expect(opened).toMatchObject({ payTo, served: { facilitator: opened.facilitator } })
    await opened.close()
  })

  test('behavior: our settler over a node has no play money and signs with the key', async () => {
    const opened = await open({
      facilitator: 'local',
      rpcUrl: await node(),
      settlerKeyFile: keyFile,
      payTo,
    })
    expect(opened).toMatchObject({ payTo, devnet: undefined })
    expect((await opened.facilitator.supported()).signers).toEqual({
      'eip155:*': [privateKeyToAccount(key).address],
    })
  })

  test('behavior: a facilitator of a third party, with or without a node', async () => {
    const { url } = await facilitatorServer(honest())
    const without = await open({ facilitator: url, payTo })
    expect(without).toMatchObject({ payTo, devnet: undefined, chain: undefined, served: undefined })
    const checked = await open({ facilitator: url, payTo, rpcUrl: await node() })
    expect(checked.chain).toBeDefined()
  })

  test.each<[string, (given: Record<string, string>) => void, string]>([
    ['no payee', (given) => delete given['payTo'], '--pay-to is required'],
    ['no node', (given) => delete given['rpcUrl'], '--rpc-url is required'],
    ['no key', (given) => delete given['settlerKeyFile'], '--settler-key-file is required'],
  ])('error: our settler over a node with %s', async (_, change, message) => {
    const given: Record<string, string> = {
      facilitator: 'local',
      rpcUrl: 'http://127.0.0.1:1',
      settlerKeyFile: keyFile,
      payTo,
    }
    change(given)
    await expect(open(given)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining(message),
    })
  })

  test('error: both refuse a node of another chain', async () => {
    const other = await node({
      request: async (request) =>
        request.method === 'eth_chainId' ? '0x1' : devnet.request(request),
    })
    const { url } = await facilitatorServer(honest())
    const local = { facilitator: 'local', settlerKeyFile: keyFile }
    for (const flags of [local, { facilitator: url }])
      await expect(open({ ...flags, rpcUrl: other, payTo })).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        message: expect.stringContaining('chain id is 1, and 8453 is required'),
      })
  })

  test("error: refuses a third party's facilitator that does not settle this, or is unreachable", async () => {
    const other = await listen((_, response) =>
      json(response, {
        kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:1' }],
        extensions: [],
        signers: {},
      }),
    )
    await expect(open({ facilitator: other, payTo })).rejects.toThrow('does not settle exact')
    await expect(open({ facilitator: 'http://127.0.0.1:1', payTo })).rejects.toThrow(
      'did not answer which payments it supports',
    )
    await expect(open({ facilitator: other })).rejects.toThrow('--pay-to is required')
  })

  test('error: does not serve payments of other settlers as its own', async () => {
    await expect(
      open({ facilitator: 'http://127.0.0.1:1', payTo, serveFacilitator: 'on' }),
    ).rejects.toThrow('--serve-facilitator settles with this server')
  })
})

test('gasTermsOf: default: each setting of gas limits its own term', async () => {
  const database = openSqliteDatabase(':memory:')
  const spending = createGasSpending(database)
  const chain = { request: () => Promise.reject(new Error('no oracle')) }
  const settings = { etherPriceMax: 4_000, gasShareMax: 30, gasHourMax: 8, dataFeeMax: 7 }
  const ports = { spending, nowMs: () => 0 }
  const { gasTerms, hour } = gasTermsOf(settings, chain, ports)
  expect(gasTerms).toMatchObject({ etherPriceMaxUsd: 4_000n, shareMaxPercent: 30n })
  expect(await gasTerms.readDataFee?.()).toBe(7_000_000_000n)
  // 8 USD at 4,000 USD per ether.
  const hourMax = 2_000_000_000_000_000n
  expect(await hour()).toEqual({ spent: 0n, hourMax })
  expect(await gasTerms.ceiling?.reserve('0x01', hourMax, undefined)).toBe(true)
  expect(await gasTerms.ceiling?.reserve('0x02', 1n, undefined)).toBe(false)
  await database.close()
})
