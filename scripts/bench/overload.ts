import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bounds } from '@fiq/shared/bounds'
import { ourServer, startChild } from './child-server.ts'
import {
  type FloodOptions,
  type FloodReport,
  quoteStatus,
  startFlood,
  useUpLimit,
} from './flood.ts'
import { payAtOnce } from './pay-at-once.ts'

/**
 * Paid requests during unpaid ones. On a server without limits: first its maximum of quotes per
 * second, then payments alone, during that many quotes, and during four times as many. On a server
 * with the usual limits: payments alone, and while one address sends ten times its limit of
 * queries. The cases take turns, so that other load affects all. A separate process generates the
 * load.
 */
const rounds = 3
const payers = 4
const paymentsEach = 25
/**
 * More than one, because a request waits while another is answered: enough to use the server fully,
 * and to overload it.
 */
const connections = { capacity: 128, overload: 2_000, limited: 200 }
const capacitySeconds = 3
const settleMs = 1_500
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const usualLimit = ['--rate-limit', String(bounds.requestsPerMinuteMax)]
const server = await startChild(ourServer(join(folder, 'open')))
const limited = await startChild([...ourServer(join(folder, 'limited')), ...usualLimit])

type Side = {
  name: string
  url: string
  /** Whether this is the case without load on the same server. */
  isAlone: boolean
  load: Omit<FloodOptions, 'url'> | undefined
} & { latenciesMs: number[] } & Record<
    'failed' | 'sent' | 'quoted' | 'shed' | 'limited' | 'seconds',
    number
  >

for (const { url } of [server, limited]) await payAtOnce(url, 8, 8)
await capacity()
const quotesPerSecond = Math.round(await capacity())
process.stderr.write(`${quotesPerSecond} quotes a second\n`)
const sides: Side[] = [
  sideOf('alone', server.url),
  ...[1, 4].map((times) =>
    sideOf(`${times} times capacity`, server.url, {
      perSecond: times * quotesPerSecond,
      connections: connections.overload,
    }),
  ),
  sideOf('usual limits, alone', limited.url),
  sideOf('usual limits, one unpaid address at its limit', limited.url, {
    perSecond: (10 * bounds.requestsPerMinuteMax) / 60,
    connections: connections.limited,
    // Payers have another address, and each query is as large as one unit of work permits.
    from: '127.0.0.2',
    characters: bounds.workUnitCharacters,
  }),
]
for (let round = 0; round < rounds; round++) for (const side of sides) await measure(side)
server.stop()
limited.stop()
rmSync(folder, { recursive: true, force: true })

const rows = sides.map(({ latenciesMs, url: _, load: __, ...side }) => {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => tenths(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  return { ...side, paid: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) }
})
process.stdout.write(`${JSON.stringify({ bench: 'overload', quotesPerSecond, rows })}\n`)
for (const row of rows)
  process.stderr.write(
    `${row.name.padEnd(46)} paid ${row.paid}, failed ${row.failed}, p50 ${row.p50Ms} ms, p95 ${row.p95Ms} ms; sent ${row.sent}, quoted ${row.quoted}, shed ${row.shed}, limited ${row.limited} in ${tenths(row.seconds)} s\n`,
  )

function sideOf(name: string, url: string, load?: Omit<FloodOptions, 'url'>): Side {
  const counts = { failed: 0, sent: 0, quoted: 0, shed: 0, limited: 0, seconds: 0 }
  return { name, url, isAlone: !load, load, latenciesMs: [], ...counts }
}

/** Quotes per second if each connection waits for its last response. */
async function capacity(): Promise<number> {
  const load = startFlood({ url: server.url, connections: connections.capacity })
  await setTimeout(capacitySeconds * 1_000)
  const { quotedAt } = await load.stop()
  return quotedAt.length / ((quotedAt.at(-1)! - quotedAt[0]!) / 1_000)
}

async function measure(side: Side): Promise<void> {
  const { url, load } = side
  let flood: ReturnType<typeof startFlood> | undefined
  const paid = await payAtOnce(url, payers, paymentsEach, async () => {
    if (!load) return
    if (load.from) await useUpLimit(url, load.from)
    flood = startFlood({ url, ...load })
    // By then its connections are open and the queue is full.
    await setTimeout(settleMs)
  })
  const nothing: Pick<FloodReport, 'sent' | 'statuses'> = { sent: 0, statuses: {} }
  const { sent, statuses } = (await flood?.stop()) ?? nothing
  side.latenciesMs.push(...paid.latenciesMs)
  side.failed += Object.values(paid.failures).reduce((sum, count) => sum + count, 0)
  side.sent += sent
  side.quoted += statuses['402'] ?? 0
  side.shed += statuses['503'] ?? 0
  side.limited += statuses['429'] ?? 0
  side.seconds += paid.seconds + (load ? settleMs / 1_000 : 0)
  process.stderr.write(
    `${side.name}: ${paid.latenciesMs.length} paid in ${tenths(paid.seconds)} s\n`,
  )
  // Waits for the last requests, because the next round begins with quotes to sign.
  while ((await quoteStatus(url)) !== 402) await setTimeout(50)
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10
}
