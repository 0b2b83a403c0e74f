import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../compose/start-server.ts'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { devnetSettlerKey } from '../devnet/accounts.ts'
import { type Devnet, openDevnet } from '../devnet/chain.ts'
import { answerJsonRpc } from '../devnet/json-rpc.ts'
import { bodyOf, listen } from '../settlement/testing/listen.ts'
import { ledgerFile } from '../storage/database/sqlite-database.ts'

const payTo = '0x000000000000000000000000000000000000bEEF'
const payer = privateKeyToAccount(generatePrivateKey())
/** Fees on Base: expensive at 1 gwei, usual at 0.005. */
const [dear, usual] = [1_000_000_000, 5_000_000]
const json = { 'content-type': 'application/json' }
const body = JSON.stringify({ query: '{ marketStatus { timezone } }' })

let folder: string
let devnet: Devnet
let server: RunningServer<Devnet | undefined>
/** The base fee in wei per gas. Each read during a payment adds `stepMs` to the clock. */
const chain = {
  baseFee: usual,
  balance: undefined as bigint | undefined,
  reads: 0,
  stepMs: 0,
  onRead: () => {},
}
let laterMs: number
const lines: [string, string][] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-dear-'))
  writeFileSync(join(folder, 'key'), devnetSettlerKey, { mode: 0o600 })
  devnet = await openDevnet()
  await devnet.faucet(payer.address, 1_000_000n)
  Object.assign(chain, { baseFee: usual, balance: undefined, reads: 0, stepMs: 0, onRead() {} })
  laterMs = 0
  lines.length = 0
})
afterEach(async () => {
  await server.close()
  await devnet.close()
  rmSync(folder, { recursive: true })
})

const request: Devnet['request'] = async (asked) => {
  const answer = await devnet.request(asked)
  if (asked.method === 'eth_getBalance' && chain.balance !== undefined)
    return `0x${chain.balance.toString(16)}` as never
  if (asked.method === 'eth_getTransactionReceipt' && answer)
    return { ...(answer as object), gasUsed: '0x10b94', effectiveGasPrice: '0x4c4b40' } as never
  if (asked.method !== 'eth_getBlockByNumber') return answer
  chain.reads += 1
  chain.onRead()
  laterMs += chain.stepMs
  return { ...(answer as object), baseFeePerGas: `0x${chain.baseFee.toString(16)}` } as never
}

async function start(flags: Partial<Record<SettingName, string>> = {}) {
  const rpcUrl = await listen(async (asked, response) => {
    response.end(await answerJsonRpc(await bodyOf(asked), { request }))
  })
  const write = (level: string) => (_: object, text: string) => void lines.push([level, text])
  const config = readConfig(
    {
      facilitator: 'local',
      rpcUrl,
      settlerKeyFile: join(folder, 'key'),
      payTo,
      port: '0',
      dataDir: join(folder, 'data'),
      ...flags,
    },
    {},
  )
  server = await startServer(config, {
    log: { error: write('error'), warn: write('warn'), info: write('info') } as never,
    now: () => new Date(Date.now() + laterMs),
    version: '0',
    environment: {},
  })
}

const ask = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/graphql`, { method: 'POST', headers: { ...json, ...headers }, body })

async function pay() {
  const quote = readPaymentRequired((await ask()).headers.get('payment-required') ?? undefined)
  const { amount: value } = quote.requirements
  const validBefore = BigInt(Math.floor((Date.now() + laterMs) / 1_000) + 60)
  const nonce = generatePrivateKey()
  const authorization = {
    from: payer.address,
    to: payTo,
    value,
    validAfter: 0n,
    validBefore,
    nonce,
  } as const
  const signature = await payer.signTypedData(typedDataOf(authorization))
  const answer = await ask({
    'payment-signature': paymentSignatureHeader(quote, { authorization, signature }),
  })
  const { errors } = (await answer.json()) as { errors?: [{ extensions: { code: string } }] }
  return [answer.status, errors?.[0].extensions.code]
}

/** Rows of the ledger, and the received USDC. */
const books = async () => {
  const ledger = new DatabaseSync(join(folder, 'data', ledgerFile), { readOnly: true })
  const { rows } = ledger.prepare('select count(*) as rows from payments').get() as { rows: number }
  ledger.close()
  return { rows, received: await devnet.balanceOf(payTo) }
}

test('error: with high fees a payment waits within its time, and is refused before it is claimed', async () => {
  await start()
  // The server caches the fee of its start for two minutes.
  Object.assign(chain, { baseFee: dear, stepMs: 20_000, reads: 0 })
  await fetch(`${server.url}/readyz`)
  laterMs = 0
  expect(await pay()).toEqual([503, 'SETTLEMENT_TOO_EXPENSIVE'])
  expect(chain.reads).toBeGreaterThan(2)
  expect(await books()).toEqual({ rows: 0, received: 0n })
})

test('behavior: settles a payment when the fee falls while it waits', async () => {
  await start()
  chain.baseFee = dear
  await fetch(`${server.url}/readyz`)
  chain.reads = 0
  chain.onRead = () => {
    if (chain.reads === 2) chain.baseFee = usual
  }
  expect(await pay()).toEqual([200, undefined])
  expect(chain.reads).toBeGreaterThanOrEqual(2)
  expect(await books()).toEqual({ rows: 1, received: 15_000n })
})

test('default: settles 0.015 USDC at the usual fee of Base', async () => {
  await start()
  expect(await pay()).toEqual([200, undefined])
  expect(await books()).toEqual({ rows: 1, received: 15_000n })
})

test('error: above the hourly ceiling, refuses new payments unclaimed, also after a restart', async () => {
  // 1 USD at 10,000 USD per ether is 10^14 wei; a payment uses 68,500 gas at 0.005 gwei.
  const flags = { gasHourMax: '1', etherPriceMax: '10000' }
  await start(flags)
  expect(await pay()).toEqual([200, undefined])
  // The sum is cached for a second.
  laterMs += 2_000
  const text = await (await fetch(`${server.url}/metrics`)).text()
  expect(text).toContain('fiq_gas_hour_max_ether 0.0001')
  expect(text).toMatch(/fiq_gas_hour_ether 3\.42\d*e-7/)
  await server.close()
  const ledger = new DatabaseSync(join(folder, 'data', ledgerFile))
  ledger.exec(`update gas_spending set wei = ${10 ** 14}`)
  ledger.close()
  await start(flags)
  expect(await pay()).toEqual([503, 'GAS_CEILING_REACHED'])
  expect(await books()).toEqual({ rows: 1, received: 15_000n })
  laterMs += 3_601_000
  expect(await pay()).toEqual([200, undefined])
})

test('behavior: little ether gives one warning in /readyz; too little for the next transaction makes it fail', async () => {
  await start()
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    const text = await answer.text()
    return [answer.status, /"?gas"?: ?"?(\w+)/.exec(text)?.[1]]
  }
  expect(await ready()).toEqual([200, 'ok'])
  const warned = () => lines.filter(([, text]) => text.includes('settler'))
  const afterKept = async () => {
    // Checks are cached for a second; the metrics read again.
    await (await fetch(`${server.url}/metrics`)).text()
  }
  // 90,000 gas at 0.003 gwei: 2.7e11 wei per settlement.
  chain.balance = 10n ** 14n
  await afterKept()
  await afterKept()
  expect(warned()).toEqual([['warn', "the settler's ether for gas is low"]])
  chain.balance = 10n ** 9n
  await afterKept()
  expect(warned()[1]).toEqual(['warn', 'the settler has too little ether for the next transaction'])
  await expect.poll(ready).toEqual([503, 'failing'])
  chain.balance = 10n ** 14n
  await expect.poll(ready).toEqual([200, 'warning'])
})
