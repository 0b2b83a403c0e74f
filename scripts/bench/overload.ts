import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ourServer, startChild } from './child-server.ts'
import { payAtOnce } from './pay-at-once.ts'

/**
 * Paid requests beside unpaid ones: first how many quotes a second the server can give, then
 * payments with nobody else there, beside as many quotes as it can give, and beside four times as
 * many. The three take turns, so that a noisy machine is noisy for all. The load comes from a
 * thread of this process, so server and load have a core each on a machine with two.
 */
const rounds = 3
const payers = 4
const paymentsEach = 25
/** One waits while another is answered: enough to keep the server at work, and to overload it. */
const connections = { capacity: 128, overload: 2_000 }
const capacitySeconds = 3
const settleMs = 1_500
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const server = await startChild(ourServer(folder))

type Load = { sent: number; held: number; statuses: Record<string, number> }
type Side = { name: string; times: number; latenciesMs: number[]; failed: number } & {
  sent: number
  quoted: number
  shed: number
  seconds: number
}

await payAtOnce(server.url, 8, 8)
await capacity()
const quotesPerSecond = Math.round(await capacity())
process.stderr.write(`${quotesPerSecond} quotes a second\n`)
const sides: Side[] = [0, 1, 4].map((times) => ({
  ...{ name: times === 0 ? 'alone' : `${times} times capacity`, times, latenciesMs: [] },
  ...{ failed: 0, sent: 0, quoted: 0, shed: 0, seconds: 0 },
}))
for (let round = 0; round < rounds; round++) for (const side of sides) await measure(side)
server.stop()
rmSync(folder, { recursive: true, force: true })

const rows = sides.map(({ latenciesMs, ...side }) => {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => tenths(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  return { ...side, paid: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) }
})
process.stdout.write(`${JSON.stringify({ bench: 'overload', quotesPerSecond, rows })}\n`)
for (const row of rows)
  process.stderr.write(
    `${row.name.padEnd(18)} paid ${row.paid}, failed ${row.failed}, p50 ${row.p50Ms} ms, p95 ${row.p95Ms} ms; sent ${row.sent}, quoted ${row.quoted}, shed ${row.shed} in ${tenths(row.seconds)} s\n`,
  )

/** Quotes a second when each connection waits for its last. */
async function capacity(): Promise<number> {
  const load = startLoad(undefined, connections.capacity)
  await setTimeout(capacitySeconds * 1_000)
  const { statuses } = await load.stop()
  return (statuses['402'] ?? 0) / capacitySeconds
}

async function measure(side: Side): Promise<void> {
  let load: ReturnType<typeof startLoad> | undefined
  const paid = await payAtOnce(server.url, payers, paymentsEach, async () => {
    if (side.times === 0) return
    load = startLoad(side.times * quotesPerSecond, connections.overload)
    // Its connections are opened by then, and as much waits as can.
    await setTimeout(settleMs)
  })
  const { sent, statuses }: Pick<Load, 'sent' | 'statuses'> = (await load?.stop()) ?? {
    sent: 0,
    statuses: {},
  }
  side.latenciesMs.push(...paid.latenciesMs)
  side.failed += Object.values(paid.failures).reduce((sum, count) => sum + count, 0)
  side.sent += sent
  side.quoted += statuses['402'] ?? 0
  side.shed += statuses['503'] ?? 0
  side.seconds += paid.seconds + (load ? settleMs / 1_000 : 0)
  process.stderr.write(
    `${side.name}: ${paid.latenciesMs.length} paid in ${tenths(paid.seconds)} s\n`,
  )
  // What was sent last is still being answered, and the next round begins with quotes to sign.
  while ((await quoteStatus()) !== 402) await setTimeout(50)
}

async function quoteStatus(): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = '{"query":"{ marketStatus { session } }"}'
  return (await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body })).status
}

function startLoad(perSecond: number | undefined, connections: number): { stop(): Promise<Load> } {
  const worker = new Worker(join(import.meta.dirname, 'unpaid-load.ts'), {
    workerData: { url: server.url, perSecond, connections },
  })
  return {
    async stop() {
      worker.postMessage('stop')
      const [load] = (await once(worker, 'message')) as [Load]
      await worker.terminate()
      return load
    },
  }
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10
}
