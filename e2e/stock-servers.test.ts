import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware as expressPayment } from '@x402/express'
import { paymentMiddleware as honoPayment } from '@x402/hono'
import express from 'express'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, openDevnet } from '../packages/server/src/devnet/chain.ts'
import { type ClientHome, fiq, fiqJson } from './testing/fiq.ts'
import { stockFacilitator } from './testing/stock-facilitator.ts'

const payTo = '0x000000000000000000000000000000000000dEaD'
const answer = { data: { marketStatus: { session: 'CLOSED' } } }
const query = '{ marketStatus { session } }'

/** A stock server with one fixed price for the path of our endpoint. */
type Stock = (price: string) => Promise<{ url: string; close(): void }>

describe('fiq pays stock x402 servers', () => {
  let devnet: Devnet
  let folder: string
  const open: { close(): void }[] = []

  beforeAll(async () => {
    devnet = await openDevnet()
    folder = mkdtempSync(join(tmpdir(), 'fiq-stock-'))
  })
  afterAll(async () => {
    for (const server of open) server.close()
    await devnet.close()
    rmSync(folder, { recursive: true })
  })

  const routes = (price: string) =>
    ({
      'POST /api/graphql': {
        accepts: { scheme: 'exact', price, network: 'eip155:8453', payTo, maxTimeoutSeconds: 60 },
        description: 'd',
        mimeType: 'application/json',
      },
    }) as const
  const resources = () =>
    new x402ResourceServer(stockFacilitator(devnet)).register('eip155:8453', new ExactEvmScheme())

  const stockExpress: Stock = (price) =>
    new Promise((resolve) => {
      const app = express()
      app.use(expressPayment(routes(price), resources()))
      app.post('/api/graphql', (_, response) => void response.json(answer))
      const server = app.listen(0, '127.0.0.1', () =>
        resolve({
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          close: () => server.close(),
        }),
      )
    })
  const stockHono: Stock = (price) =>
    new Promise((resolve) => {
      const app = new Hono()
      app.use(honoPayment(routes(price), resources()))
      app.post('/api/graphql', (context) => context.json(answer))
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() }),
      )
    })

  async function client(
    name: string,
    server: { url: string; close(): void },
  ): Promise<ClientHome & { address: `0x${string}` }> {
    open.push(server)
    const home = { url: server.url, home: join(folder, name) }
    const { address } = await fiqJson<{ address: `0x${string}` }>(home, 'wallet', 'create', 'test')
    await devnet.faucet(address, 1_000_000n)
    return { ...home, address }
  }

  test.each<[string, Stock]>([
    ['@x402/express', stockExpress],
    ['@x402/hono', stockHono],
  ])("default: pays %s our own tariff's price once, and prints its answer", async (name, stock) => {
    const home = await client(name.slice(6), await stock('$0.015'))
    const before = await devnet.balanceOf(payTo)
    expect(await fiqJson(home, 'query', query)).toEqual(answer)
    expect(await devnet.balanceOf(payTo)).toBe(before + 15_000n)
    expect(await devnet.balanceOf(home.address)).toBe(985_000n)
  })

  test('error: refuses a stock server with another price, and signs nothing', async () => {
    const home = await client('dear', await stockExpress('$0.02'))
    const { status, stderr } = await fiq(home, ['query', query, '--yes'])
    expect(status).toBe(7)
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: { code: 'QUOTE_MISMATCH', funds: 'untouched' },
    })
    expect(await devnet.balanceOf(home.address)).toBe(1_000_000n)
    expect(await fiqJson(home, 'payments', 'list')).toEqual([])
  })
})
