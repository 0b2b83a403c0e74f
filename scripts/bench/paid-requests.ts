import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetPayee, devnetSettlerKey } from '../../packages/server/src/devnet/accounts.ts'
import { gasOfBatch } from './batch-gas.ts'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { gasPerPayment, payAtOnce } from './pay-at-once.ts'

/**
 * Paid requests per second with 1, 32 and 256 concurrent payers, including every receipt. Compares
 * our server with `@x402/express` and the stock facilitator, each with an embedded chain in its own
 * process and its ledger on disk. Then both again with the chain in a separate process, to measure
 * the CPU of everything else. They take turns, so that only one works at a time. Each serves 32
 * payers for some seconds, and each load once, before it is measured, because a server is seldom
 * new.
 */
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const keyFile = join(folder, 'settler')
writeFileSync(keyFile, devnetSettlerKey, { mode: 0o600 })

const peers = ['fiq', '@x402/express'] as const
type Name = (typeof peers)[number]

/**
 * Number of concurrent payers, and payments of each. The stock server gets fewer, because it takes
 * longer.
 */
const loads = [
  { payers: 1, each: { fiq: 300, '@x402/express': 100 } },
  { payers: 32, each: { fiq: 40, '@x402/express': 10 } },
  { payers: 256, each: { fiq: 10, '@x402/express': 2 } },
] as const
const warmSeconds = 20
const only = process.argv[2]

type Running = { server: ChildServer; chain: ChildServer | undefined }
type Row = {
  name: Name
  isChainApart: boolean
  payers: number
  paid: number
  failures: Record<string, number>
  paidPerSecond: number
  p50Ms: number
  p95Ms: number
  cpuMs: number
  /** CPU of the chain, if it has its own process. */
  chainCpuMs: number | undefined
  gasPerPayment: number
  transactions: number
}

const rows: Row[] = []
for (const isChainApart of [false, true])
  for (const name of peers) {
    if (only !== undefined && only !== name) continue
    const { server, chain } = await start(name, isChainApart)
    await warm(name, { server, chain })
    for (const { payers, each } of loads)
      rows.push(await measure(name, { server, chain }, payers, each[name]))
    server.stop()
    chain?.stop()
  }
const batches = [await gasOfBatch(1), await gasOfBatch(100)]
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${JSON.stringify({ bench: 'paid-requests', rows, batches })}\n`)

async function start(name: Name, isChainApart: boolean): Promise<Running> {
  const data = mkdtempSync(join(folder, 'run-'))
  const chain = isChainApart
    ? await startChild([peerServer('chain'), join(data, 'chain.sqlite')])
    : undefined
  const node = chain && `${chain.url}/devnet/rpc`
  // Gas costs nothing there, so no load may reach the limit of the hour.
  const gas = ['--gas-hour-max', '1000000']
  const settling = node
    ? ['--facilitator', 'local', '--rpc-url', node, '--settler-key-file', keyFile, ...gas]
    : []
  const args =
    name === 'fiq'
      ? [...ourServer(data), ...settling, '--pay-to', devnetPayee.address]
      : [peerServer('paid-express'), join(data, 'express.sqlite'), ...(node ? [node] : [])]
  return { server: await startChild(args), chain }
}

async function warm(name: Name, { server, chain }: Running): Promise<void> {
  const { payers, each } = loads[1]
  let seconds = 0
  while (seconds < warmSeconds)
    seconds += (await payAtOnce(server.url, payers, each[name], () => {}, (chain ?? server).url))
      .seconds
}

async function measure(
  name: Name,
  { server, chain }: Running,
  payers: number,
  each: number,
): Promise<Row> {
  const cpu = () => [server.cpuSeconds(), chain?.cpuSeconds() ?? Number.NaN] as const
  const before = [Number.NaN, Number.NaN]
  const { url } = chain ?? server
  await payAtOnce(server.url, payers, each, () => {}, url)
  const onStart = () => void before.splice(0, 2, ...cpu())
  const paid = await payAtOnce(server.url, payers, each, onStart, url)
  const [own, ofChain] = cpu().map((seconds, place) =>
    hundredths(((seconds - before[place]!) / (payers * each)) * 1e3),
  )
  const count = paid.latenciesMs.length
  const sorted = paid.latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => tenths(sorted[Math.ceil(count * share) - 1] ?? Number.NaN)
  const row = {
    name,
    isChainApart: chain !== undefined,
    payers,
    paid: count,
    failures: paid.failures,
    paidPerSecond: Math.round(count / paid.seconds),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    cpuMs: own!,
    chainCpuMs: chain && ofChain,
    gasPerPayment: await gasPerPayment(url, paid),
    transactions: new Set(paid.transactions).size,
  }
  printRow(row)
  return row
}

function printRow({ name, payers, paid, failures, transactions, ...row }: Row): void {
  const failed = Object.entries(failures).map(([why, times]) => `${times} x ${why}`)
  const apart = row.isChainApart ? ` beside ${row.chainCpuMs} ms of the chain` : ''
  process.stderr.write(
    `${name.padEnd(14)} ${String(payers).padStart(4)} payers ${String(row.paidPerSecond).padStart(5)}/s  p50 ${row.p50Ms} ms  p95 ${row.p95Ms} ms  ${row.cpuMs} ms CPU${apart}  ${row.gasPerPayment} gas  ${paid} paid in ${transactions} transactions  ${failed.join(', ') || 'no failure'}\n`,
  )
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10
}

function hundredths(number: number): number {
  return Math.round(number * 100) / 100
}
