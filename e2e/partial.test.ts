import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// A server with an empty mirror: it has the market's hours, but no names.

let server: Awaited<ReturnType<typeof runningServer>>
let client: ClientHome
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-partial-'))
  server = await runningServer({ upstream: `mirror:${folder}` })
  client = { url: server.url, home: join(folder, 'client') }
  placeWallet(client)
  await fiqJson(client, 'wallet', 'fund')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('behavior: if one source fails, returns the data with an error, exit 14 and a refund of that part', async () => {
  const query = '{ marketStatus { session } entityByTicker(ticker: "BTC-USD") { name } }'
  const { status, stdout, stderr } = await fiq(client, ['query', query])
  expect(status, stderr).toBe(14)
  const { data, extensions } = JSON.parse(stdout)
  expect(data).toEqual({ marketStatus: { session: expect.any(String) }, entityByTicker: null })
  // One of the two fields failed: refunds half of the minimum price of five credits, rounded up.
  expect(extensions.payment).toMatchObject({ state: 'settled', credited: { credits: 3 } })
  const error = stderr.split('\n').find((line) => line.startsWith('{"error"')) ?? ''
  expect(JSON.parse(error)).toMatchObject({ error: { code: 'PARTIAL_DATA', exit: 14 } })
})
