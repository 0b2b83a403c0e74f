import { PassThrough } from 'node:stream'
import { defined } from '@fiq/shared/defined'
import { createProxy } from '../../compose/proxy.ts'
import type { ClientTerms } from '../../compose/proxy-ports.ts'
import type { Clock } from '../../config/clock.ts'
import { openHttp, type SendRequest } from '../../http/send-request.ts'
import { changeLimits, defaultLimits, type StoredLimits } from '../../payment/budget/limits.ts'
import type { PaymentStep } from '../../payment/delivery/ports.ts'
import { isProcessAlive, uptimeMs } from '../../payment/journal/is-process-alive.ts'
import { openDatabase } from '../../payment/journal/open-database.ts'
import { trustPayee } from '../../payment/journal/payees.ts'
import { type Mode, startPaidServer } from '../../payment/testing/hostile-server.ts'
import { contractText, expectedOf } from '../../payment/testing/test-contract.ts'
import { payerOptions, scratchFolder, testClock } from '../../payment/testing/test-payer.ts'
import { builtInDescribe } from '../../query/built-in-describe.ts'
import { createTariff } from '../../query/estimate.ts'
import type { Operation } from '../../query/operation.ts'
import { bodyOf } from '../../query/server-client.ts'
import type { ProxyWorld } from '../serve/proxy-world.ts'
import type { ServeOptions } from '../serve/serve.ts'

export type SceneTerms = {
  mode?: Mode
  clock?: Clock
  limits?: Partial<StoredLimits>
  client?: Partial<ClientTerms>
  options?: Partial<ServeOptions>
  /** No key at all. */
  noWallet?: boolean
  folder?: string
  serverUrl?: string
  /** Whether the user has not trusted the server, so that its payee waits for approval. */
  isUntrusted?: true
  /** A trusted node; by default that of the server. */
  rpcUrl?: URL | undefined
  send?: SendRequest
  world?: Partial<ProxyWorld>
}

/** JSON as a test reads it: any member may be there. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
export type Json = any

/** The response to a request to the proxy. */
export type Reply = { status: number; headers: Headers; text: string; json: Json }

/**
 * A whole proxy in this process: real listener, payer, journal, and a server that requires payment.
 */
export async function proxyScene(terms: SceneTerms = {}) {
  const folder = terms.folder === undefined ? scratchFolder() : undefined
  const path = terms.folder ?? folder!.path
  const server = await startPaidServer(terms.mode, terms.clock?.now)
  const steps: PaymentStep[] = []
  const world = testWorld(
    path,
    terms.serverUrl ?? server.url.origin,
    { rpcUrl: server.rpcUrl, ...terms },
    steps,
  )
  if (terms.limits) changeLimits(path, { ...defaultLimits, ...terms.limits })
  const proxy = createProxy(world.world)
  const { token } = await proxy.clients.add({
    name: 'ann',
    tools: undefined,
    savesHeader: false,
    ...terms.client,
  })
  if (!terms.isUntrusted) trustServer(path, world.world.serverUrl)
  const serving = proxy.serve({ ...serveDefaults, ...terms.options })
  const url = await world.address(serving)
  const post = (at: string, body: unknown, headers: Record<string, string> = {}) =>
    replyOf(
      fetch(`${url}${at}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return {
    ...world,
    path,
    server,
    steps,
    proxy,
    token,
    url,
    serving,
    signatures: () => steps.filter((step) => step === 'signature made').length,
    post,
    get: (at: string, headers: Record<string, string> = {}) =>
      replyOf(fetch(`${url}${at}`, { headers: { authorization: `Bearer ${token}`, ...headers } })),
    quotes: (...tickers: string[]) => post('/tools/quotes', { tickers }),
    /** One MCP call over HTTP. @returns The result. */
    async mcp(name: string, input: unknown = {}) {
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }
      const { text } = await post('/mcp', call, { accept: 'application/json, text/event-stream' })
      return resultIn(text)
    },
    /** One MCP call over standard input and output, in its own session. */
    async stdio(name: string, input: unknown = {}, client = 'ann', _meta?: object) {
      const streams = { input: new PassThrough(), output: new PassThrough() }
      const own = createProxy({ ...world.world, stdio: () => streams })
      const served = own.serveStdio(client, { approvalMs: 1_000, reuse: false })
      const line = firstLine(streams.output)
      const call = {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name, arguments: input, _meta },
      }
      streams.input.write(`${JSON.stringify(call)}\n`)
      const result = resultIn(await Promise.race([line, served.then(() => 'ended')]))
      streams.input.end()
      await served
      return result
    },
    async close() {
      world.stop()
      await serving
      await server.close()
      folder?.[Symbol.dispose]()
    },
  }
}

/** Trusts a server like `fiq payees trust`. */
export function trustServer(path: string, serverUrl: string): void {
  const database = openDatabase(path)
  const terms = { profile: 'default', origin: new URL(serverUrl).origin, payTo: undefined }
  trustPayee(database, terms, 1)
  database.close()
}

export const serveDefaults: ServeOptions = {
  host: '127.0.0.1',
  port: 0,
  socket: undefined,
  reuse: false,
  approvalMs: 1_000,
  notify: false,
  open: false,
  log: 'text',
}

/** The world of a proxy with a scratch folder and the small contract of the tests. */
export function testWorld(
  path: string,
  serverUrl: string,
  {
    clock = testClock(),
    noWallet = false,
    send = openHttp(),
    rpcUrl,
    world: given = {},
  }: SceneTerms,
  steps: PaymentStep[] = [],
) {
  const lines: string[] = []
  const listeners: (() => void)[] = []
  let stop = () => {}
  const write = (text: string) => {
    lines.push(text)
    for (const listener of listeners) listener()
  }
  const tariff = createTariff(contractText)
  const world: ProxyWorld = {
    payer: payerOptions(path, new URL(serverUrl), {
      ...defined({ secrets: noWallet ? {} : undefined }),
      clock,
      ...defined({ rpcUrl }),
      session: `session ${process.pid}`,
      processes: { pid: process.pid, isAlive: isProcessAlive, uptime: uptimeMs },
      send,
      step: (step) => void steps.push(step),
    }),
    account: undefined,
    maxPrice: undefined,
    serverUrl,
    serverUrlFrom: 'default',
    isPersonal: false,
    expected: async (operation: Operation) => expectedOf(bodyOf(operation)),
    estimate: async (operation: Operation) => tariff.estimate(operation),
    describe: async (name, kind) => builtInDescribe(false)(name, kind),
    note: (line) => write(`${line}\n`),
    screen: { columns: 80, colour: false, interactive: false },
    stdio: () => ({ input: new PassThrough(), output: new PassThrough() }),
    staySmall() {},
    onStop: (run) => {
      stop = run
    },
    onUnforeseen() {},
    timers: { after: () => () => {}, every: () => () => {} },
    stderr: { write, isTerminal: false, columns: 80 },
    home: path,
    env: {},
    platform: 'linux',
    program: ['/usr/bin/node', '/opt/fiq.cjs'],
    notify: () => {},
    ...given,
  }
  return {
    world,
    lines,
    stop: () => stop(),
    /** The address that the proxy prints, or its failure. */
    address: async (serving: Promise<unknown>) => {
      const listening = () => /listening on (http:\S+)/.exec(lines.join(''))?.[1]
      const printed = new Promise<string>((resolve) => {
        const look = () => {
          const url = listening()
          if (url !== undefined) resolve(url)
        }
        listeners.push(look)
        look()
      })
      return Promise.race([printed, serving.then(() => 'ended')])
    },
    /** Resolves once a line contains the text. */
    untilPrinted: (text: string) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const line = lines.find((each) => each.includes(text))
          if (line !== undefined) resolve(line)
        }
        listeners.push(look)
        look()
      }),
  }
}

async function replyOf(sent: Promise<Response>): Promise<Reply> {
  const response = await sent
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, json }
}

function firstLine(output: PassThrough): Promise<string> {
  return new Promise((resolve) => {
    let all = ''
    output.on('data', (chunk: Buffer) => {
      all += chunk
      const end = all.indexOf('\n')
      if (end >= 0) resolve(all.slice(0, end))
    })
  })
}

function resultIn(text: string): { isError?: boolean; structuredContent: Json; content: Json } {
  const message = JSON.parse(text) as { result?: never; error?: { message: string } }
  if (message.error) throw new Error(message.error.message)
  return message.result!
}
