import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FiqError } from '@fiq/shared/errors'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer } from '../packages/server/src/compose/start-server.ts'
import { readConfig } from '../packages/server/src/config/config.ts'
import { type Devnet, openDevnet } from '../packages/server/src/devnet/chain.ts'
import {
  createTestSchema,
  postgres,
  type TestSchema,
} from '../packages/server/src/storage/database/testing/postgres.ts'
import { createPayer, present } from './faults/payer.ts'
import { type ServerProcess, startProcess } from './faults/server-process.ts'
import { nodeOver } from './testing/over-http.ts'
import { runningServer } from './testing/running-server.ts'

const hour = 3_600_000

/** Offset of the server's clock, changed while it runs. The chain has its own clock. */
let jumpMs: number
const now = () => new Date(Date.now() + jumpMs)
beforeEach(() => {
  jumpMs = 0
})

describe.each([
  ['forward', 6 * hour],
  ['back', -6 * hour],
])('a server clock that jumps %s by hours', (_, jump) => {
  let server: Awaited<ReturnType<typeof runningServer>>
  const account = privateKeyToAccount(generatePrivateKey())
  beforeEach(async () => {
    server = await runningServer({ rateLimit: '60' }, now)
    await server.devnet.faucet(account.address, 1_000_000n)
  })
  afterEach(() => server.close())

  test('default: during and after a clock jump, a bought answer is returned again without a second payment', async () => {
    const payer = createPayer(server.url, account)
    const bought = await payer.sign()
    const first = await present(server.url, bought)
    expect(first?.status).toBe(200)
    const held = await server.devnet.balanceOf(account.address)
    for (const at of [jump, 0]) {
      jumpMs = at
      expect(await present(server.url, bought)).toEqual(first)
      expect(await server.devnet.balanceOf(account.address)).toBe(held)
    }
  })

  test('default: money moves if and only if there is an answer', async () => {
    const payer = createPayer(server.url, account)
    const purchase = await payer.sign()
    jumpMs = jump
    const before = await server.devnet.balanceOf(account.address)
    const answer = await present(server.url, purchase)
    const paid = before - (await server.devnet.balanceOf(account.address))
    // With a clock six hours ahead the payment has expired; six hours behind, it is valid for too
    // long. The server refuses it, and no money moves.
    expect([answer?.status, paid]).toEqual([402, 0n])
    jumpMs = 0
    expect((await present(server.url, purchase))?.status).toBe(200)
    expect(before - (await server.devnet.balanceOf(account.address))).toBe(purchase.amount)
  })

  test('default: the rate limits neither stop working nor refuse everything', async () => {
    const ask = async () => (await fetch(`${server.url}/api/v1/price`, { method: 'POST' })).status
    const statuses = await Promise.all(Array.from({ length: 90 }, ask))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    jumpMs = jump
    expect(await ask()).toBe(429)
    await setTimeout(2_500)
    expect(await ask()).not.toBe(429)
  })
})

/**
 * Source of a module that changes a server's clock on a signal, as an operator might while it runs.
 */
const clockSetAtSignal = (byMs: number) => `
  const { now } = Date
  let aheadMs = 0
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length > 0 ? given : [now() + aheadMs])) }
    static now() { return now() + aheadMs }
  }
  process.on('SIGUSR2', () => { aheadMs = ${byMs} })`

describe.skipIf(!postgres).each([
  ['forward', 6 * hour],
  ['back', -6 * hour],
])(
  'instances on one PostgreSQL, one of whose clocks jumps %s by hours (skipped without it)',
  (_, jump) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const names = ['a', 'b'] as const
    const opened: { close(): unknown }[] = []
    const instances: ServerProcess[] = []
    const sentBy: string[] = []
    let folder: string
    let schema: TestSchema
    let devnet: Devnet

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fiq-clocks-'))
      schema = await createTestSchema(postgres!)
      devnet = await openDevnet()
      await devnet.faucet(account.address, 1_000_000n)
      const key = generatePrivateKey()
      const balance = [privateKeyToAccount(key).address, '0x56bc75e2d63100000']
      await devnet.request({ method: 'hardhat_setBalance', params: balance })
      const keyFile = join(folder, 'settler')
      writeFileSync(keyFile, key, { mode: 0o600 })
      // The first one holds the lease.
      for (const name of names) {
        const node = await nodeOver({
          ...devnet,
          request(asked) {
            if (asked.method === 'eth_sendRawTransaction') sentBy.push(name)
            return devnet.request(asked)
          },
        })
        opened.push(node)
        const settling = [
          '--facilitator',
          'local',
          '--rpc-url',
          node.url,
          '--settler-key-file',
          keyFile,
        ]
        const selling = ['--pay-to', devnet.payTo, '--public-url', 'http://fiq.example']
        instances.push(
          await startProcess({
            folder: join(folder, name),
            preload: clockSetAtSignal(jump),
            flags: ['--database', schema.url, ...settling, ...selling],
          }),
        )
      }
    })
    afterEach(async () => {
      for (const instance of instances.splice(0)) await instance.kill('SIGTERM')
      for (const each of opened.splice(0)) each.close()
      sentBy.length = 0
      await devnet.close()
      await schema.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    test.each(names)(
      'default: if the clock of %s jumps, the lease holder keeps the lease, and only it sends payments',
      async (name) => {
        const jumper = instances[names.indexOf(name)]!
        const payer = createPayer(instances[0]!.url, account)
        const lease = async () =>
          (await schema.query(`select holder, token from ${schema.name}.settlement_leases`))[0]
        const before = await lease()
        const first = await payer.sign()
        expect((await present(instances[1]!.url, first))?.status).toBe(200)

        process.kill(jumper.pid, 'SIGUSR2')
        // Waits until the clock has changed and the lease was renewed a few times.
        await expect
          .poll(async () => (await fetch(`${jumper.url}/readyz`)).status, { timeout: 5_000 })
          .toBe(503)
        await setTimeout(2_500)
        expect(await lease()).toEqual(before)

        let paid = first.amount
        for (const { url } of instances) {
          const purchase = await payer.sign()
          const answer = await present(url, purchase)
          // With a clock hours off, the payment has expired or is valid for too long: no money
          // moves.
          const isRefused = url === jumper.url
          expect(answer?.status).toBe(isRefused ? 402 : 200)
          if (!isRefused) paid += purchase.amount
        }
        expect(await devnet.balanceOf(devnet.payTo)).toBe(paid)
        expect([...new Set(sentBy)]).toEqual(['a'])
        expect(await lease()).toEqual(before)
      },
      60_000,
    )
  },
)

test("error: is not ready while its clock differs from the chain's", async () => {
  const chain = await runningServer({ serveFacilitator: 'on' })
  // Creates a block, so that the chain time is the time of this transfer.
  await chain.devnet.faucet(`0x${'1'.repeat(40)}`, 1n)
  const reported: unknown[] = []
  const config = readConfig(
    {
      port: '0',
      dataDir: join(chain.folder, 'seller'),
      payTo: `0x${'b'.repeat(40)}`,
      facilitator: `${chain.url}/facilitator`,
      rpcUrl: `${chain.url}/devnet/rpc`,
    },
    {},
  )
  const log = { error: ({ err }: { err: FiqError }) => void reported.push(...err.facts) }
  const seller = await startServer(config, {
    log: log as never,
    version: 'test',
    now,
    environment: {},
  })
  try {
    const ask = () => fetch(`${seller.url}/readyz`)
    expect(await (await ask()).json()).toMatchObject({ status: 'ready', checks: { clock: 'ok' } })
    jumpMs = -2 * hour
    await setTimeout(1_100)
    const answer = await ask()
    expect(answer.status).toBe(503)
    expect((await answer.json()).errors[0].extensions.facts).toContain('clock: failing')
    expect(reported).toEqual([expect.stringMatching(/^This clock is 7[12]\d\d s behind/)])
  } finally {
    await seller.close()
    await chain.close()
  }
})
