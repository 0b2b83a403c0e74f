import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createProxy } from '../../packages/cli/src/compose/proxy.ts'
import { scratchFolder, testKey } from '../../packages/cli/src/payment/testing/test-payer.ts'
import { testWorld } from '../../packages/cli/src/proxy/testing/proxy-scene.ts'
import type { Orders } from '../../packages/cli/src/proxy/testing/serve-orders.ts'

/** Where a query is asked. Each needs a process of its own, except that two share the proxy. */
export const surfaces = ['command', 'HTTP', 'MCP over HTTP', 'MCP over stdio'] as const
export type Surface = (typeof surfaces)[number]

const root = join(import.meta.dirname, '../..')
const query = 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }'

/** One user with one wallet and one journal, who runs commands, a proxy and an MCP server at once. */
export async function killedUser(url: URL, rpcUrl: URL) {
  const folder = scratchFolder()
  const orders: Orders = { folder: folder.path, url: url.origin, rpcUrl: rpcUrl.href }
  const { world } = testWorld(folder.path, url.origin, {})
  const { token } = await createProxy(world).clients.add({
    name: 'ann',
    tools: undefined,
    savesHeader: false,
    perDay: 10_000_000n,
  })
  const running = new Set<ChildProcess>()
  const killed = new Set<Promise<unknown>>()
  let proxy: Promise<string> | undefined
  let stdio: ReturnType<typeof openStdio> | undefined

  function start(words: readonly string[], input: 'pipe' | 'ignore'): ChildProcess {
    const child = spawn(process.execPath, words, {
      env: { PATH: process.env['PATH'], FIQ_HOME: folder.path, FIQ_PRIVATE_KEY: testKey },
      stdio: [input, 'pipe', 'pipe'],
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const serve = (terms: Partial<Orders>) => {
    const script = join(root, 'packages/cli/src/proxy/testing/serve-orders.ts')
    const given = JSON.stringify({ ...orders, ...terms })
    return start([script, given], terms.stdioClient === undefined ? 'ignore' : 'pipe')
  }

  function startProxy(): Promise<string> {
    const child = serve({})
    child.once('close', () => {
      proxy = undefined
    })
    return new Promise((resolve, reject) => {
      let out = ''
      child.stdout!.on('data', (chunk: Buffer) => {
        out += chunk
        const address = /listening on (http:\S+)\n/.exec(out)?.[1]
        if (address) resolve(address)
      })
      child.once('close', () => reject(new Error('The proxy ended.')))
    })
  }

  function openStdio() {
    const child = serve({ stdioClient: 'ann' })
    const waiting = new Map<number, (line: string) => void>()
    let [out, count] = ['', 0]
    child.stdin!.on('error', () => {})
    child.stdout!.on('data', (chunk: Buffer) => {
      const lines = `${out}${chunk}`.split('\n')
      out = lines.pop()!
      for (const line of lines) waiting.get(JSON.parse(line).id)?.(line)
    })
    child.once('close', () => {
      stdio = undefined
      for (const resolve of waiting.values()) resolve('')
    })
    return (ticker: string) =>
      new Promise<string>((resolve) => {
        count += 1
        waiting.set(count, resolve)
        child.stdin!.write(`${JSON.stringify(callOf(ticker, count))}\n`)
      })
  }

  async function post(path: string, body: unknown): Promise<string> {
    proxy ??= startProxy()
    const answer = await fetch(`${await proxy}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    })
    const receipt = answer.headers.get('payment-response') ?? ''
    return `${Buffer.from(receipt, 'base64')} ${await answer.text()}`
  }

  async function command(ticker: string): Promise<string> {
    const words = [
      ...['query', query, '--variables', JSON.stringify({ tickers: [ticker] }), '--yes'],
      ...['--allow-env-key', '--url', url.origin, '--trust', url.origin, '--rpc-url', rpcUrl.href],
    ]
    const child = start([join(root, 'packages/cli/dist/fiq.cjs'), ...words], 'ignore')
    let all = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (all += chunk))
    await new Promise((resolve) => child.once('close', resolve))
    return all
  }

  return {
    folder: folder.path,
    /** Everything that the user is told. Empty if a process was killed before it told anything. */
    async ask(surface: Surface, ticker: string): Promise<string> {
      if (surface === 'command') return command(ticker)
      if (surface === 'MCP over stdio') {
        stdio ??= openStdio()
        return stdio(ticker)
      }
      const isMcp = surface === 'MCP over HTTP'
      const [path, body] = isMcp
        ? ['/mcp', callOf(ticker, 1)]
        : ['/tools/quotes', toolInput(ticker)]
      return post(path, body).catch(() => '')
    },
    /** Kills the n-th running process, if there is one. */
    kill(place: number): void {
      const all = [...running]
      const child = all[place % all.length]
      if (!child) return
      killed.add(once(child, 'close'))
      child.kill('SIGKILL')
    },
    /** Waits until the killed processes have ended, so that the next request starts new ones. */
    async allEnded(): Promise<void> {
      await Promise.all(killed)
    },
    async [Symbol.asyncDispose]() {
      const ends = [...running].map(
        (child) => new Promise((resolve) => child.once('close', resolve)),
      )
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(ends)
      folder[Symbol.dispose]()
    },
  }
}

const toolInput = (ticker: string) => ({ tickers: [ticker] })

function callOf(ticker: string, id: number) {
  const params = { name: 'quotes', arguments: toolInput(ticker) }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}
