import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { gasPerPayment, payAtOnce } from './pay-at-once.ts'

/**
 * Paid requests a second with 1, 32 and 256 payers at once, every receipt awaited: our server
 * beside `@x402/express` with the stock facilitator, each with an embedded chain in its own process
 * and its ledger on disk. They take turns, so that only one works at a time.
 */
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const contenders = {
  fiq: ourServer(join(folder, 'fiq')),
  '@x402/express': [peerServer('paid-express'), join(folder, 'express.sqlite')],
} as const satisfies Record<string, readonly string[]>

/** Payers at once and how often each pays. The stock server gets fewer: it takes longer. */
const loads = [
  { payers: 1, each: { fiq: 300, '@x402/express': 100 } },
  { payers: 32, each: { fiq: 40, '@x402/express': 10 } },
  { payers: 256, each: { fiq: 10, '@x402/express': 2 } },
] as const
const only = process.argv[2]

type Name = keyof typeof contenders
type Row = {
  name: Name
  payers: number
  paid: number
  failures: Record<string, number>
  paidPerSecond: number
  p50Ms: number
  p95Ms: number
  cpuMs: number
  gasPerPayment: number
  transactions: number
}

const rows: Row[] = []
for (const [name, args] of Object.entries(contenders) as [Name, readonly string[]][]) {
  if (only !== undefined && only !== name) continue
  const server = await startChild(args)
  await payAtOnce(server.url, 8, 8)
  for (const { payers, each } of loads) rows.push(await measure(name, server, payers, each[name]))
  server.stop()
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${JSON.stringify({ bench: 'paid-requests', rows })}\n`)

async function measure(
  name: Name,
  server: ChildServer,
  payers: number,
  each: number,
): Promise<Row> {
  const cpu = { before: 0 }
  const paid = await payAtOnce(server.url, payers, each, () => {
    cpu.before = server.cpuSeconds()
  })
  const cpuSeconds = server.cpuSeconds() - cpu.before
  const count = paid.latenciesMs.length
  const sorted = paid.latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => tenths(sorted[Math.ceil(count * share) - 1] ?? Number.NaN)
  const row = {
    name,
    payers,
    paid: count,
    failures: paid.failures,
    paidPerSecond: Math.round(count / paid.seconds),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    cpuMs: Math.round((cpuSeconds / (payers * each)) * 1e5) / 100,
    gasPerPayment: await gasPerPayment(server.url, paid),
    transactions: new Set(paid.transactions).size,
  }
  const failed = Object.entries(row.failures).map(([why, times]) => `${times} x ${why}`)
  process.stderr.write(
    `${name.padEnd(14)} ${String(payers).padStart(4)} payers ${String(row.paidPerSecond).padStart(5)}/s  p50 ${row.p50Ms} ms  p95 ${row.p95Ms} ms  ${row.cpuMs} ms CPU  ${row.gasPerPayment} gas  ${count} paid in ${row.transactions} transactions  ${failed.join(', ') || 'no failure'}\n`,
  )
  return row
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10
}
