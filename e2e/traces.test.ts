import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPayer, present } from './faults/payer.ts'

const program = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
  status: { code?: number }
}
type Exported = {
  resourceSpans: { resource: { attributes: object[] }; scopeSpans: { spans: Span[] }[] }[]
}

let folder: string
let collector: Server
let received: Exported[]
let child: ChildProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-traces-'))
  received = []
  collector = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push((await json(request)) as Exported)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  child.kill('SIGKILL')
  collector.close()
  rmSync(folder, { recursive: true, force: true })
})

const collectorUrl = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

async function started(environment: Record<string, string>): Promise<string> {
  child = spawn(process.execPath, [program, 'start', '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  })
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return line.replace('listening on ', '')
}

/** The collector's spans after the server has ended, because it sends the rest at its end. */
async function spansAtTheEnd(): Promise<Span[]> {
  child.kill('SIGTERM')
  await once(child, 'exit')
  return received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
}

async function funded(url: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(`${url}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address, amount: '1' }),
  })
  return account
}

describe('traces', () => {
  test('default: a paid request and its parts form one trace without payer or query', async () => {
    const url = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl() })
    const account = await funded(url)
    const payer = createPayer(url, account)
    for (const purchase of [await payer.sign(), await payer.sign()])
      expect((await present(url, purchase))?.status).toBe(200)
    const spans = await spansAtTheEnd()

    const settled = spans.find(({ name }) => name === 'settle')
    const ofTrace = spans.filter(({ traceId }) => traceId === settled?.traceId)
    const root = ofTrace.find(({ parentSpanId }) => !parentSpanId)
    expect(root?.name).toMatch(/^POST \/(api\/graphql|tools\/:name)$/)
    expect(root?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 200 },
    })
    const isOurs = ({ name }: Span) => ['price', 'verify', 'settle', 'execute'].includes(name)
    const parts = ofTrace.filter(isOurs)
    expect(parts.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual(
      ['price', 'verify', 'settle', 'execute'].map((name) => [name, root?.spanId]),
    )
    // The quote of the second query fetched its series, which was cached for the answer.
    const upstream = spans.find(({ name, parentSpanId }) => name === 'upstream' && parentSpanId)
    const asking = spans.find(({ spanId }) => spanId === upstream?.parentSpanId)
    expect([asking?.name, upstream?.traceId]).toEqual([root?.name, asking?.traceId])
    expect(upstream?.attributes.map(({ key }) => key)).toEqual(['server.address'])

    const text = JSON.stringify(received)
    expect(text).toContain('"stringValue":"fiq-server"')
    expect(text).not.toMatch(new RegExp(account.address.slice(2), 'i'))
    expect(text).not.toMatch(/marketStatus|AAPL|0x[0-9a-f]{40}/i)
  })

  test('default: continues the trace of the client', async () => {
    const url = await started({ FIQ_TRACES: collectorUrl() })
    const trace = 'a'.repeat(32)
    const asked = await fetch(`${url}/tools/quotes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${trace}-${'b'.repeat(16)}-01`,
      },
      body: '{"tickers":["AAPL"]}',
    })
    expect(asked.status).toBe(402)
    const spans = (await spansAtTheEnd()).filter(({ traceId }) => traceId === trace)
    const root = spans.find(({ parentSpanId }) => parentSpanId === 'b'.repeat(16))
    expect(root?.name).toBe('POST /tools/:name')
    expect(spans.find(({ name }) => name === 'price')?.parentSpanId).toBe(root?.spanId)
  })

  test('behavior: a collector that does not respond delays neither answers nor the shutdown', async () => {
    collector.removeAllListeners('request')
    const url = await started({ FIQ_TRACES: collectorUrl() })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const began = performance.now()
    expect(await spansAtTheEnd()).toEqual([])
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  test('behavior: loads no tracing code without a collector', async () => {
    const url = await started({ NODE_V8_COVERAGE: folder })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'exit')
    const loaded = readdirSync(folder)
      .filter((name) => name.startsWith('coverage-'))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
      .map(({ url: file }: { url: string }) => file)
    expect(loaded.some((file) => file.includes('/fastify/'))).toBe(true)
    // Only the interface is loaded, by the package that counts.
    expect(loaded.filter((file) => /open-traces|opentelemetry.(sdk|core|otlp)/.test(file))).toEqual(
      [],
    )
  })
})
