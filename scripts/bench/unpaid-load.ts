import { connect, type Socket } from 'node:net'
import { defined } from '@fiq/shared/defined'
import type { FloodOptions, FloodReport } from './flood.ts'

/**
 * A process that requests quotes at a fixed rate, independent of the responses, like clients of an
 * overloaded server. Without a rate, each connection sends after its last response. Each query text
 * is new, so the server must parse and plan it. {@link startFlood} starts the process and reads its
 * report.
 */
const { url, perSecond, connections, from, characters } = JSON.parse(
  process.argv[2]!,
) as FloodOptions
const { hostname, port } = new URL(url)
const tickMs = 5
const statuses: Record<string, number> = {}
const quotedAt: number[] = []
const sockets = Array.from({ length: connections }, open)
const idle = [...sockets]
let [sent, held, owed, last] = [0, 0, 0, performance.now()]

if (perSecond === undefined) sockets.forEach(sendRequest)
const timer = setInterval(() => {
  const now = performance.now()
  owed += ((now - last) / 1_000) * (perSecond ?? 0)
  last = now
  for (; owed >= 1; owed--) {
    // One at a time on each connection, like clients. If all connections wait, no request is sent.
    const socket = idle.pop()
    if (socket) sendRequest(socket)
    else held++
  }
}, tickMs)

process.once('message', () => {
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  const report: FloodReport = { sent, held, statuses, quotedAt }
  process.send?.(report, () => process.disconnect())
})

function requestOf(n: number): string {
  const first = `a${n}_${process.pid}: quotes(tickers: ["AAPL", "MSFT"]) { ticker price change }`
  const more = 'b: searchEntities(query: "a", limit: 5) { id }'
  const fields = [first, more]
  for (let at = 0; fields.join(' ').length < (characters ?? 0) - 60; at += 1)
    fields.push(`c${at}: marketStatus { session timezone }`)
  const body = JSON.stringify({ query: `{ ${fields.join(' ')} }` })
  return `POST /api/graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function answered(socket: Socket, status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status === '402') quotedAt.push(performance.timeOrigin + performance.now())
  if (perSecond === undefined) sendRequest(socket)
  else idle.push(socket)
}

function sendRequest(socket: Socket): void {
  socket.write(requestOf(sent++))
}

function open(): Socket {
  const at = { port: Number(port), host: hostname }
  const socket = connect({ ...at, ...defined({ localAddress: from }) })
  let rest = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) answered(socket, status!)
    // A status line may be split between chunks, and must be counted once.
    rest = /HTTP?\/?1?\.?1? ?\d{0,3}$/.exec(text)?.[0] ?? ''
  })
  socket.on('error', () => {})
  return socket
}
