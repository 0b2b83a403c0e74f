import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openChromium } from '../../e2e/testing/chromium.ts'
import { ourServer, startChild } from './child-server.ts'

/**
 * Measures the first contentful paint of each page in Chromium, from the start of the navigation,
 * with a server on loopback and an empty cache. Compared with plain text from the same server,
 * which measures the browser itself. Pages take turns; compares medians.
 *
 * `first-paint.ts [ROUNDS]`
 */
const rounds = Number(process.argv[2] ?? 30)
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const [program = '', ...flags] = ourServer(folder)
const server = await startChild([program, ...flags])
// Without an operator, `/admin` shows another page.
execFileSync(process.execPath, [program, 'operators', 'add', 'bench', '--data-dir', folder])
const browser = await openChromium()

const paths = ['/healthz', '/', '/graphiql', '/admin'] as const
const times = new Map(paths.map((path) => [path, [] as number[]]))
for (let round = -1; round < rounds; round += 1)
  for (const path of paths) {
    const ms = await firstPaintMs(browser, server.url + path)
    // The first run fills the caches of the machine.
    if (round >= 0) times.get(path)!.push(ms)
  }
await browser.close()
server.stop()
rmSync(folder, { recursive: true, force: true })

const pages = paths.map((path) => {
  const sorted = times.get(path)!.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]!)
  return { path, p50Ms: at(0.5), p95Ms: at(0.95) }
})
for (const { path, p50Ms, p95Ms } of pages)
  process.stderr.write(`${path.padEnd(12)} p50 ${p50Ms} ms, p95 ${p95Ms} ms\n`)
process.stdout.write(`${JSON.stringify({ rounds, pages }, undefined, 2)}\n`)

async function firstPaintMs(visited: Browser, url: string): Promise<number> {
  const context = await visited.newContext()
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver(
    (list) => list.getEntriesByName('first-contentful-paint').forEach((each) => resolve(each.startTime)),
  ).observe({ type: 'paint', buffered: true }))`)
  await context.close()
  return ms
}
