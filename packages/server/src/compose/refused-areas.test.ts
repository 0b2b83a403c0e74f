import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type RunningServer, startServer } from './start-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fiq-refused-'))
let server: RunningServer<unknown>

beforeAll(async () => {
  const live = { port: '0', dataDir, upstream: 'live', playMoney: 'on' }
  server = await startServer(readConfig(live, {}), {
    log: { error: () => {} },
    version: 'test',
    now: () => new Date(),
    environment: {},
  })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('default: a live server without settings names what it refuses, at start and in its tariff', async () => {
  expect(server.refusedAreas).toContainEqual({ area: 'financials', settings: ['SEC_USER_AGENT'] })
  const tariff = await (await fetch(`${server.url}/api/v1/tariff`)).json()
  expect(tariff).toMatchObject({
    unavailable: { 'Query.priceHistory': 'price history', 'Financials.income': 'financials' },
  })
})

test('error: it asks no payment for them', async () => {
  const query = '{ entityByTicker(ticker: "AAPL") { financials { income { revenue } } } }'
  for (const path of ['/api/graphql', '/api/v1/price']) {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(answer.status).not.toBe(402)
    expect(await answer.text()).toContain('SEC_USER_AGENT turns on')
  }
})
