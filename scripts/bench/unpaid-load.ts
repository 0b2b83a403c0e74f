import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that asks for prices: at a rate, whatever the server answers, because those who overload
 * a server do not wait for it; or, without a rate, on each connection as soon as the last was
 * answered, which is as much as the server can give. Each query is a text never seen before, so that it has
 * to be parsed and planned. Told to stop, it says how many were sent, and what came back by status.
 */
const { url, perSecond, connections } = workerData as {
  url: string
  perSecond: number | undefined
  connections: number
}
const { hostname, port } = new URL(url)
const tickMs = 5
const statuses: Record<string, number> = {}
const sockets = Array.from({ length: connections }, open)
const idle = [...sockets]
let [sent, held, owed, last] = [0, 0, 0, performance.now()]

if (perSecond === undefined) sockets.forEach(ask)
const timer = setInterval(() => {
  const now = performance.now()
  owed += ((now - last) / 1_000) * (perSecond ?? 0)
  last = now
  for (; owed >= 1; owed--) {
    // One at a time on each connection, as clients do; with all of them waiting, no more fit.
    const socket = idle.pop()
    if (socket) ask(socket)
    else held++
  }
}, tickMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage({ sent, held, statuses })
})

function requestOf(n: number): string {
  const query = `{ a${n}_${process.pid}: quotes(tickers: ["AAPL", "MSFT"]) { ticker price change } b: searchEntities(query: "a", limit: 5) { id } }`
  const body = JSON.stringify({ query })
  return `POST /api/graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function answered(socket: Socket, status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1
  if (perSecond === undefined) ask(socket)
  else idle.push(socket)
}

function ask(socket: Socket): void {
  socket.write(requestOf(sent++))
}

function open(): Socket {
  const socket = connect(Number(port), hostname)
  let rest = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) answered(socket, status!)
    // A status line may be cut in two, and is not counted twice.
    rest = /HTTP?\/?1?\.?1? ?\d{0,3}$/.exec(text)?.[0] ?? ''
  })
  socket.on('error', () => {})
  return socket
}
