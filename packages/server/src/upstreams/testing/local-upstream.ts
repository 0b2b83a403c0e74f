import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Agent } from 'undici'

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** Connects to a local port in plain text, whatever the host. */
export function dispatcherTo(port: number): Agent {
  return new Agent({
    connect(_options, callback) {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => callback(null, socket))
      socket.once('error', (error) => callback(error, null))
    },
  })
}

/** A server on this machine that represents every upstream, and the requests that it received. */
export async function localUpstream(behave: Behaviour) {
  const requests: { host: string; url: string; headers: IncomingMessage['headers'] }[] = []
  let behaviour = behave
  const server = createServer((request, response) => {
    requests.push({
      host: request.headers.host ?? '',
      url: request.url ?? '',
      headers: request.headers,
    })
    behaviour(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dispatcher = dispatcherTo(port)
  return {
    port,
    dispatcher,
    requests,
    behaveAs(next: Behaviour) {
      behaviour = next
      requests.length = 0
    },
    breakConnections: () => server.closeAllConnections(),
    async close() {
      await dispatcher.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
