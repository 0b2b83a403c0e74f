import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  instruments,
  isListed,
} from '../../packages/server/src/upstreams/sandbox/market/instruments.ts'
import { startChild } from './child-server.ts'

/** The event loop of the proxy while it pays for one large answer and reads its first page. */
export type LargeAnswer = {
  tickers: number
  form: string
  bytes: number
  gapMs: number
  cpuMs: number
}

const client = join(import.meta.dirname, '../../packages/cli/dist/fiq.cjs')
const server = join(import.meta.dirname, '../../packages/server/dist/fiq-server.js')

/**
 * In the process of the proxy: on SIGUSR2, prints the longest time between two turns since the
 * last, and the CPU of the main thread in that longest one.
 */
const probe = `
  const { performance } = require('node:perf_hooks')
  const { threadCpuUsage } = process
  const cpu = () => { const { user, system } = threadCpuUsage.call(process); return (user + system) / 1000 }
  let worst = { gapMs: 0, cpuMs: 0 }, at = performance.now(), used = cpu()
  const turn = () => {
    const [now, cpuNow] = [performance.now(), cpu()]
    worst = { gapMs: Math.max(worst.gapMs, now - at), cpuMs: Math.max(worst.cpuMs, cpuNow - used) }
    at = now; used = cpuNow
  }
  process.on('SIGUSR2', () => { process.stderr.write('probe ' + JSON.stringify(worst) + '\\n'); worst = { gapMs: 0, cpuMs: 0 } })
  setInterval(turn, 1).unref()`

/** Buys price histories of so many tickers through the proxy, over MCP of 2025-11-25. */
export async function largeAnswers(counts: readonly number[]): Promise<LargeAnswer[]> {
  const home = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
  const sold = await startChild([
    ...[server, 'start', '--port', '0', '--log-level', 'error'],
    ...['--data-dir', join(home, 'data')],
  ])
  writeFileSync(join(home, 'probe.cjs'), probe)
  const env = { PATH: process.env['PATH'], FIQ_HOME: join(home, 'client'), FIQ_URL: sold.url }
  const fiq = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [client, ...words], { env })
    if (status !== 0) throw new Error(`fiq ${words.join(' ')}: ${stderr}`)
    return String(stdout)
  }
  fiq('wallet', 'create', '--play')
  for (let funds = 0; funds < 6; funds += 1) fiq('wallet', 'fund')
  const caps = [
    '--per-payment',
    '10',
    '--auto-approve',
    '10',
    '--per-day',
    '100',
    '--per-30-days',
    '100',
  ]
  fiq('budget', 'set', ...caps, '--per-session', '100')
  fiq('payees', 'trust', sold.url)
  const terms = ['--per-call', '10', '--cap', '100/day', '--cap', '100/30d', '--json']
  const { token } = JSON.parse(fiq('proxy', 'token', 'add', 'bench', ...terms)) as { token: string }
  const proxy = await startProxy(join(home, 'probe.cjs'), sold.url, env)
  const rpc = async (method: string, params: object) => {
    const response = await fetch(`${proxy.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: never; error?: unknown }
    if (result === undefined) throw new Error(JSON.stringify(error))
    return result as { structuredContent: { answer: { form: string; bytes: number; uri: string } } }
  }
  const listed = [...instruments().values()].filter(isListed).map(({ symbol }) => symbol)
  const measured: LargeAnswer[] = []
  // The first loads everything once.
  for (const count of [counts[0]!, ...counts]) {
    await proxy.worst()
    const tickers = listed.slice(measured.length, measured.length + count)
    const input = { tickers, range: 'max', interval: '1d' }
    const { structuredContent } = await rpc('tools/call', {
      name: 'priceHistory',
      arguments: input,
    })
    if (!structuredContent.answer)
      throw new Error(JSON.stringify(structuredContent).slice(0, 2_000))
    const { form, bytes, uri } = structuredContent.answer
    await rpc('resources/read', { uri: `${uri}?table=priceHistory.0.bars` })
    measured.push({ tickers: count, form, bytes, ...(await proxy.worst()) })
  }
  proxy.stop()
  sold.stop()
  // The server may still write while it ends.
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  return measured.slice(1)
}

type Worst = { gapMs: number; cpuMs: number }

function startProxy(
  probe: string,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; worst(): Promise<Worst>; stop(): void }> {
  const words = ['--require', probe, client, 'proxy', '--port', '0', '--url', url]
  const own = { ...env, FIQ_URL: undefined }
  const child = spawn(process.execPath, words, { env: own, stdio: ['ignore', 'ignore', 'pipe'] })
  let all = ''
  const worst = () =>
    new Promise<Worst>((resolve) => {
      const from = all.length
      const look = () => {
        const found = /probe (\{.*\})\n/.exec(all.slice(from))?.[1]
        if (!found) return
        child.stderr.off('data', look)
        resolve(JSON.parse(found) as Worst)
      }
      child.stderr.on('data', look)
      child.kill('SIGUSR2')
    })
  return new Promise((resolve, reject) => {
    process.once('exit', () => child.kill())
    child.once('exit', (code) => reject(new Error(`The proxy ended with ${code}: ${all}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      all += chunk
      const url = /listening on (http:\S+)/.exec(all)?.[1]
      if (url) resolve({ url, worst, stop: () => child.kill() })
    })
  })
}
