import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { devnetSettlerKey } from '../devnet/accounts.ts'
import { type Devnet, openDevnet } from '../devnet/chain.ts'
import { answerJsonRpc, type RpcAnswerer } from '../devnet/json-rpc.ts'
import type { Settlement } from '../settlement/facilitator.ts'
import type { SharedSigner } from '../settlement/lease/share-signer.ts'
import { openLocalFacilitator } from '../settlement/settle/local.ts'
import { facilitatorServer, json } from '../settlement/testing/facilitator-server.ts'
import { bodyOf, listen } from '../settlement/testing/listen.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { createGasSpending } from '../storage/settlement/gas-spending.ts'
import { createServedSettlements } from '../storage/settlement/served-settlements.ts'
import { gasTermsOf, openFacilitator } from './settlement.ts'

const payTo = `0x${'12'.repeat(20)}` as const
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
    writeFileSync(join(folder, 'devnet-key'), devnetSettlerKey, { mode: 0o600 })
  })
  afterAll(async () => {
    await devnet.close()
    rmSync(folder, { recursive: true })
  })

  const open = (
    flags: Partial<Record<SettingName, string>>,
    shareSigner?: Parameters<typeof openFacilitator>[1]['shareSigner'],
  ) =>
    openFacilitator(readConfig({ dataDir: folder, ...flags }, {}), {
      maxTimeoutSeconds: 60,
      shareSigner,
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

  /** Settings of our settler over a node that answers like Base, with fees of Base. */
  const overNode = async (answer: (request: Parameters<Devnet['request']>[0]) => unknown) => {
    const request: Devnet['request'] = async (asked) => {
      const own = await answer(asked)
      if (own !== undefined) return own
      const block = await devnet.request(asked)
      if (asked.method !== 'eth_getBlockByNumber') return block
      return { ...(block as object), baseFeePerGas: '0x4c4b40' }
    }
    const settlerKeyFile = join(folder, 'devnet-key')
    return { facilitator: 'local', rpcUrl: await node({ request }), settlerKeyFile, payTo }
  }
  const signedPayment = async () => {
    const payer = privateKeyToAccount(generatePrivateKey())
    await devnet.faucet(payer.address, 15_000n)
    const times = { validAfter: 0n, validBefore: BigInt(Math.floor(Date.now() / 1_000) + 60) }
    const terms = { from: payer.address, to: payTo, value: 15_000n, nonce: generatePrivateKey() }
    const authorization = { ...terms, ...times } as const
    return { authorization, signature: await payer.signTypedData(typedDataOf(authorization)) }
  }

  test("behavior: replaces a transaction that is not mined after the operator's seconds", async () => {
    const asked: string[] = []
    const sent = () => asked.filter((method) => method === 'eth_sendRawTransaction').length
    const flags = await overNode(({ method }) => {
      asked.push(method)
      // The node loses the first version.
      return method === 'eth_sendRawTransaction' && sent() === 1 ? `0x${'0'.repeat(64)}` : undefined
    })
    const { facilitator, close } = await open({ ...flags, replaceAfter: '1' })
    const settlement = await facilitator.settle(await signedPayment(), { onBroadcast() {} })
    expect([settlement.outcome, sent()]).toEqual(['settled', 2])
    const between = asked.slice(
      ...[asked.indexOf('eth_sendRawTransaction'), asked.lastIndexOf('eth_sendRawTransaction')],
    )
    // It checks for the receipt each half a second.
    expect(between.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(2)
    await close()
  })

  test('behavior: instances that share the signer send by its lease, and release it', async () => {
    const steps: string[] = []
    const unknown: Settlement = { outcome: 'unknown', message: 'Another instance settles.' }
    const shareSigner = async (signer: string): Promise<SharedSigner> => {
      steps.push(`take ${signer}`)
      return {
        fence: (request) => async (asked) => {
          if (asked.method !== 'eth_sendRawTransaction') return request(asked)
          steps.push('send')
          throw Object.assign(new Error('no lease'), { code: -32_000 })
        },
        share: async (alone) => ({
          ...alone,
          async settle(...order) {
            steps.push(`settle: ${(await alone.settle(...order)).outcome}`)
            return unknown
          },
        }),
        close: async () => void steps.push('release'),
      }
    }
    const { facilitator, close } = await open(await overNode(() => undefined), shareSigner)
    expect(await facilitator.settle(await signedPayment(), { onBroadcast() {} })).toBe(unknown)
    await close()
    const { address } = privateKeyToAccount(devnetSettlerKey)
    expect(steps).toEqual([`take ${address}`, 'send', 'settle: unknown', 'release'])
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
