import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network path to a database, which a test can cut and restore. */
export type Relay = {
  /** Address of the database through this relay. */
  url: string
  /** Ends every connection and accepts no more, like a stopped database. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openRelay(database: string): Promise<Relay> {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const url = new URL(database)
  url.host = `127.0.0.1:${own}`
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { url: url.href, cut, restore: async () => void (await listen(own)), close: cut }
}
