import type { Readable, Writable } from 'node:stream'
import {
  errorResponse,
  isRequest,
  type RequestId,
  RpcError,
  rpcCodes,
  rpcErrorOf,
} from '@fiq/shared/mcp/json-rpc'
import { statelessVersion, versionWithBatches } from '@fiq/shared/mcp/protocol-versions'
import { type Posted, readLine } from '@fiq/shared/mcp/read-post'
import { markDelivered } from '../mark-delivered.ts'
import { bodyBytesMax } from '../read-body.ts'
import { fiqErrorOf, type SurfacePorts } from '../surface.ts'
import { eachLine } from './each-line.ts'
import { openExchange } from './exchange.ts'
import { openSession, type Sdk } from './open-session.ts'
import { createStateless } from './stateless.ts'

/**
 * Serves MCP over standard input and output until the input ends, one message on each line. Writes
 * only JSON-RPC to the output.
 */
export async function serveStdio(
  name: string,
  { input, output }: { input: Readable; output: Writable },
  ports: SurfacePorts,
  sdk: Sdk,
): Promise<void> {
  const deliveries = new Map<RequestId, () => void>()
  // Lines without a response yet: a script that closes its end at once still gets its responses.
  const open = new Set<Promise<void>>()
  let isOpen = true
  const write = (text: string) =>
    new Promise<boolean>((resolve) => output.write(`${text}\n`, (failed) => resolve(!failed)))
  const exchange = openExchange(sdk, (text) => void write(text))
  const session = openSession(sdk, ports, {
    client: () => ports.client(name),
    isThere: () => isOpen,
    hasLeft: () => output.closed || output.destroyed,
    canElicit: true,
    delivering: (requestId, delivered) => void deliveries.set(requestId, delivered),
  })
  await session.server.connect(exchange.transport)
  const stateless = createStateless(ports, {
    client: () => ports.client(name),
    isThere: () => isOpen,
    hasLeft: () => output.closed || output.destroyed,
    notify: (text) => void write(text),
    delivering: (requestId, delivered) => void deliveries.set(requestId, delivered),
    headers: undefined,
  })

  /** @returns `undefined` if there is no response. */
  async function answerOf({ messages, isBatch, version }: Posted): Promise<string | undefined> {
    for (const message of messages)
      if ('method' in message && message.method === 'notifications/cancelled')
        stateless.cancel(message.params?.['requestId'] as RequestId)
    if (version !== statelessVersion) return exchange.answer({ messages, isBatch })
    const [request] = messages.filter(isRequest)
    return request && (await stateless.answer(request))?.text
  }

  async function answerLine(line: string): Promise<void> {
    try {
      const posted = readLine(line, session.version() === versionWithBatches)
      // A cancelled request may have left the answer that it bought, which was never sent.
      for (const { id } of posted.messages.filter(isRequest)) deliveries.delete(id)
      const answer = await answerOf(posted)
      if (answer === undefined || !(await write(answer))) return
      for (const { id } of posted.messages.filter(isRequest)) {
        const delivered = deliveries.get(id)
        deliveries.delete(id)
        if (delivered) markDelivered(delivered)
      }
    } catch (error) {
      await write(errorResponse(rpcErrorFor(error)))
    }
  }
  const take = (line: string) => {
    const answered = answerLine(line).finally(() => open.delete(answered))
    open.add(answered)
  }
  const disconnected = new Promise<void>((resolve) => {
    output.on('error', () => resolve())
    output.once('close', resolve)
  })
  const how = await Promise.race([eachLine(input, bodyBytesMax, take), disconnected])
  if (how === 'too long') await write(errorResponse(tooLong()))
  isOpen = false
  await Promise.race([Promise.all(open), disconnected])
  await session.server.close()
  // An open input would keep the process alive after its output was closed.
  input.destroy()
}

/** The response to an unexpected error in a line. The session continues. */
function rpcErrorFor(error: unknown): RpcError {
  return error instanceof RpcError ? error : rpcErrorOf(fiqErrorOf(error))
}

function tooLong(): RpcError {
  return new RpcError(
    rpcCodes.invalidRequest,
    `A message has at most ${bodyBytesMax} bytes. This was longer, and ends the session.`,
  )
}
