import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '../../packages/cli/src/compose/proxy.ts'
import { standingAt } from '../../packages/cli/src/payment/budget/budget.ts'
import type { PaymentStep } from '../../packages/cli/src/payment/delivery/ports.ts'
import { openDatabase } from '../../packages/cli/src/payment/journal/open-database.ts'
import { reset, startPaidServer } from '../../packages/cli/src/payment/testing/hostile-server.ts'
import { scratchFolder } from '../../packages/cli/src/payment/testing/test-payer.ts'
import { testWorld } from '../../packages/cli/src/proxy/testing/proxy-scene.ts'
import type { Orders } from '../../packages/cli/src/proxy/testing/serve-orders.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('a proxy killed with SIGKILL', () => {
  test.each<PaymentStep>([
    'reserved',
    'signature made',
    'signature journaled',
    'sent',
    'answer received',
    'answer journaled',
  ])('behavior: after a kill at "%s", the next one answers with one payment', async (dieAt) => {
    const { folder, server, token } = await scene()
    const doomed = await startProxy({ folder, url: server.url.origin, dieAt })
    await expect(quotes(doomed, token, 'AAPL')).rejects.toThrow()
    const next = await startProxy({ folder, url: server.url.origin })
    expect(await quotes(next, token, 'AAPL')).toBe(200)
    expect(server.settled.size).toBe(1)
    expect(new Set(server.headersSeen).size).toBe(1)
  })
})

describe('several proxies', () => {
  test('behavior: 32 concurrent proxies never exceed the cap of one client', async () => {
    const { folder, server, token } = await scene({ perDay: 50_000n })
    const urls = await Promise.all(
      Array.from({ length: 32 }, () => startProxy({ folder, url: server.url.origin })),
    )
    const statuses = await Promise.all(urls.map((url, index) => quotes(url, token, `A${index}`)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(server.settled.size).toBe(3)
    const database = openDatabase(folder)
    expect(standingAt(database, Date.now(), '', false).day).toBe(45_000n)
    database.close()
  }, 180_000)

  test('behavior: sends the same bytes when the server is available again', async () => {
    const { folder, server, token } = await scene()
    const url = await startProxy({ folder, url: server.url.origin })
    server.become({ paid: (response, count) => count < 3 && reset(response) })
    expect(await quotes(url, token, 'AAPL')).toBe(200)
    expect(server.payments).toHaveLength(3)
    expect(new Set(server.headersSeen).size).toBe(1)
  })
})

async function scene(caps: { perDay?: bigint } = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const { world } = testWorld(folder.path, server.url.origin, {})
  const { token } = await createProxy(world).clients.add({
    name: 'ann',
    tools: undefined,
    savesHeader: false,
    ...caps,
  })
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
  )
  return { folder: folder.path, server, token }
}

function startProxy(orders: Orders): Promise<string> {
  const script = join(import.meta.dirname, '../../packages/cli/src/proxy/testing/serve-orders.ts')
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    let all = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      all += chunk
      const url = /listening on (http:\S+)\n/.exec(all)?.[1]
      if (url) resolve(url)
    })
    child.once('close', (code) => reject(new Error(`The proxy ended with ${code}.`)))
  })
}

async function quotes(url: string, token: string, ticker: string): Promise<number> {
  const { status } = await fetch(`${url}/tools/quotes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tickers: [ticker] }),
  })
  return status
}
