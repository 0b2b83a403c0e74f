import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ourServer, startChild } from './child-server.ts'
import { quotesFrom } from './wrk.ts'

/**
 * Memory of a server that sends quotes: the heap after a full collection and the memory of its
 * process, after each tenth of the requests (a million, or the argument). Half of the requests have
 * a new query text, half a known text in a new body.
 */
const total = Number(process.argv[2] ?? 1_000_000)
const sliceSeconds = 5
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const collecting = join(folder, 'collecting.cjs')
writeFileSync(
  collecting,
  `process.on('SIGUSR2', () => { gc(); gc(); console.log('heap ' + process.memoryUsage().heapUsed) })`,
)
const script = join(folder, 'quotes.lua')
writeFileSync(
  script,
  `wrk.method = 'POST'
wrk.headers['content-type'] = 'application/json'
local start = tostring(os.time())
local n = 0
request = function()
  n = n + 1
  local name = n % 2 == 0 and 'known' or 'a' .. start .. '_' .. n
  return wrk.format(nil, nil, nil, '{"query":"{ ' .. name .. ': quotes(tickers: [\\\\"AAPL\\\\"]) { price } }","extensions":{"n":"' .. start .. n .. '"}}')
end`,
)
const server = await startChild([
  ...['--expose-gc', '--require', collecting],
  ...ourServer(join(folder, 'data')),
])

const samples: { quotes: number; heapMb: number; residentMb: number }[] = []
let quotes = 0
while (quotes < total) {
  quotes += quotesFrom(server, script, sliceSeconds).requests
  if (quotes < ((samples.length + 1) * total) / 10) continue
  const sample = { quotes, heapMb: megabytes(await server.heapBytes()), ...resident() }
  samples.push(sample)
  process.stderr.write(`${JSON.stringify(sample)}\n`)
}
server.stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${JSON.stringify({ bench: 'quote-memory', samples })}\n`)

function resident() {
  return { residentMb: Math.round(megabytes(server.residentBytes())) }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}
