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
  // Calls without an answer: a script that closes its end at once still gets what it asked for.
  const open = new Set<string | number>()
  let answered = () => {}
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
    open.delete(message.id)
    answered()
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  input.once('end', resolve)
  input.once('close', resolve)
  output.once('error', () => resolve())
  session.onclose = resolve
  await session.connect(transport)
  const receive = transport.onmessage
  transport.onmessage = (message) => {
    if ('id' in message && 'method' in message) open.add(message.id)
    receive?.(message)
  }
  await ended
  isOpen = false
  while (open.size > 0 && output.writable)
    await new Promise<void>((resolve) => {
      answered = resolve
      output.once('close', resolve)
    })
  await session.close()
}
