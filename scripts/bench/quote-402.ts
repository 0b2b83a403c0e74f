import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { type Contender, inRounds, median } from './rounds.ts'
import { quotesFrom } from './wrk.ts'

/**
 * Unpaid requests per second that are answered with 402, with 32 connections and one core for the
 * server. Compares our server, which parses and prices each query, with and without the secret of a
 * quote, with the stock middlewares with a fixed price and a bare `node:http` server. Needs wrk on
 * the PATH.
 */
const seconds = Number(process.env['SECONDS'] ?? 2)
/** The engine needs more than 10 s of distinct bodies to compile our server. */
const warmSeconds = 15
const rounds = 6
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))

const query =
  'query ($t: [String!]!, $n: Int) { quotes(tickers: $t) { ticker price change } searchEntities(query: "a", limit: $n) { id } }'
const bodyFor = (n: number) => JSON.stringify({ query, variables: { t: ['AAPL', 'MSFT'], n } })
const same = script('same.lua', `wrk.body = [[${bodyFor(5)}]]`)
// A known query text in a new body: its plan is cached, its price is not.
const [head, tail] = bodyFor(5).slice(0, -1).split('"n":5') as [string, string]
const distinct = script(
  'distinct.lua',
  `local n = (os.time() % 100000) * 100000
request = function()
  n = n + 1
  return wrk.format(nil, nil, nil, [[${head}"n":]] .. (n % 50 + 1) .. [[${tail},"extensions":{"n":]] .. n .. '}}')
end`,
)

const withoutSecrets = ['--import', join(import.meta.dirname, 'without-secrets.ts')]
const fiq = () => ourServer(mkdtempSync(join(folder, 'data-')))
const started: [string, string[], string][] = [
  ['bare node:http', [peerServer('bare-http'), '2300'], same],
  ['@x402/express, fixed price', [peerServer('stock-express')], same],
  ['@x402/hono, fixed price', [peerServer('stock-hono')], same],
  ['fiq, same request', fiq(), same],
  ['fiq, same request, no secret', [...withoutSecrets, ...fiq()], same],
  ['fiq, variables never seen', fiq(), distinct],
  ['fiq, variables never seen, no secret', [...withoutSecrets, ...fiq()], distinct],
]
const contenders: Record<string, Contender> = {}
for (const [name, args, lua] of started) {
  const server = await startChild(args)
  contenders[name] = { server, load: (time) => quotesFrom(server, lua, time) }
}
const speeds = inRounds(contenders, { warmSeconds, rounds, seconds })
for (const { server } of Object.values(contenders)) {
  await expectQuote(server)
  server.stop()
}
rmSync(folder, { recursive: true, force: true })

const rows = Object.entries(speeds).map(([name, speed]) => ({ name, ...speed }))
for (const { name, requestsPerSecond, cpuMicroseconds } of rows)
  process.stderr.write(
    `${name.padEnd(38)} ${median(requestsPerSecond).toFixed(0).padStart(8)}/s ${median(cpuMicroseconds).toFixed(1).padStart(7)} us CPU\n`,
  )
process.stdout.write(`${JSON.stringify({ bench: 'quote-402', seconds, connections: 32, rows })}\n`)

/** Checks for a quote, because a 429 would be faster and must not count. */
async function expectQuote({ url }: ChildServer): Promise<void> {
  const body = bodyFor(5)
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${url}/api/graphql`, { method: 'POST', headers, body })
  if (status !== 402) throw new Error(`The answer was ${status}, not a quote.`)
}

function script(name: string, lines: string): string {
  const file = join(folder, name)
  writeFileSync(
    file,
    `wrk.method = 'POST'\nwrk.headers['content-type'] = 'application/json'\n${lines}\n`,
  )
  return file
}
