import type { Readable, Writable } from 'node:stream'
import type { SurfacePorts } from '../surface.ts'
import { openSession, type Sdk } from './open-session.ts'

/**
 * Speaks MCP over standard input and output until the input ends. Nothing but JSON-RPC is written
 * to the output.
 */
export async function serveStdio(
  name: string,
  { input, output }: { input: Readable; output: Writable },
  ports: SurfacePorts,
  sdk: Sdk,
): Promise<void> {
  const deliveries = new Map<string | number, () => void>()
  let isOpen = true
  const session = openSession(sdk, ports, {
    client: () => ports.client(name),
    isThere: () => isOpen,
    canElicit: true,
    delivering: (requestId, delivered) => void deliveries.set(requestId, delivered),
  })
  const transport = new sdk.StdioServerTransport(input, output)
  const write = transport.send.bind(transport)
  transport.send = async (message) => {
    await write(message)
    if (!('id' in message) || 'method' in message || message.id === undefined) return
    deliveries.get(message.id)?.()
    deliveries.delete(message.id)
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  input.once('end', resolve)
  input.once('close', resolve)
  output.once('error', () => resolve())
  session.onclose = resolve
  await session.connect(transport)
  await ended
  isOpen = false
  await session.close()
}
