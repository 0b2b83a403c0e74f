import type { Readable, Writable } from 'node:stream'
import {
  errorResponse,
  isRequest,
  type RequestId,
  RpcError,
  rpcCodes,
} from '@fiq/shared/mcp/json-rpc'
import { statelessVersion, versionWithBatches } from '@fiq/shared/mcp/protocol-versions'
import { type Posted, readLine } from '@fiq/shared/mcp/read-post'
import { markDelivered } from '../mark-delivered.ts'
import { bodyBytesMax } from '../read-body.ts'
import { createRequestMoney, type RequestMoney } from '../request-money.ts'
import type { SurfacePorts } from '../surface.ts'
import { eachLine } from './each-line.ts'
import { openExchange } from './exchange.ts'
import { openSession, type Sdk } from './open-session.ts'
import { rpcErrorFor } from './refusal.ts'
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
  // The two eras share a process, and each may use the same ids.
  const eras = { session: createEra(), stateless: createEra() }
  // Lines without a response yet: a script that closes its end at once still gets its responses.
  const open = new Set<Promise<void>>()
  let isOpen = true
  const write = (text: string) =>
    new Promise<boolean>((resolve) => output.write(`${text}\n`, (failed) => resolve(!failed)))
  const exchange = openExchange(sdk, (text) => void write(text), eras.session.failed)
  const connection = {
    client: () => ports.client(name),
    isThere: () => isOpen,
    hasLeft: () => output.closed || output.destroyed,
  }
  const session = openSession(sdk, ports, {
    ...connection,
    ...eras.session.ports,
    canElicit: true,
  })
  await session.server.connect(exchange.transport)
  const stateless = createStateless(ports, {
    ...connection,
    ...eras.stateless.ports,
    notify: (text) => void write(text),
    headers: undefined,
  })

  /** @returns `undefined` if there is no response. */
  async function answerOf({ messages, isBatch, version }: Posted): Promise<string | undefined> {
    // After a handshake, a cancellation without a version is for a request of the session.
    const isStateless = version === statelessVersion || session.version() === undefined
    for (const message of messages)
      if (isStateless && 'method' in message && message.method === 'notifications/cancelled')
        stateless.cancel(message.params?.['requestId'] as RequestId)
    if (version !== statelessVersion) return exchange.answer({ messages, isBatch })
    const [request] = messages.filter(isRequest)
    return request && (await stateless.answer(request))?.text
  }

  async function answerLine(line: string): Promise<void> {
    const money = createRequestMoney()
    let era = eras.session
    let ids: readonly RequestId[] = []
    try {
      const posted = readLine(line, session.version() === versionWithBatches)
      const { messages, version } = posted
      if (version === statelessVersion) era = eras.stateless
      ids = messages.filter(isRequest).map(({ id }) => id)
      for (const id of ids) {
        // A cancelled request may have left the answer that it bought, which was never sent.
        era.deliveries.delete(id)
        era.moneys.set(id, money)
      }
      const answer = await answerOf(posted)
      if (answer === undefined || !(await write(answer))) return
      for (const id of ids) {
        const delivered = era.deliveries.get(id)
        era.deliveries.delete(id)
        if (delivered) markDelivered(delivered)
      }
    } catch (error) {
      await write(errorResponses(ids, rpcErrorFor(error, money)))
    } finally {
      for (const id of ids) if (era.moneys.get(id) === money) era.moneys.delete(id)
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

/** Requests of one era: what follows the result of each, and the money of its line, by its id. */
function createEra() {
  const moneys = new Map<RequestId, RequestMoney>()
  const deliveries = new Map<RequestId, () => void>()
  const moneyOf = (id: RequestId) => moneys.get(id) ?? createRequestMoney()
  return {
    moneys,
    deliveries,
    /** The response to a request whose result cannot be sent, so it is not delivered. */
    failed(id: RequestId, thrown: unknown): string {
      deliveries.delete(id)
      return errorResponse(rpcErrorFor(thrown, moneyOf(id)), id)
    },
    ports: {
      moneyOf,
      delivering: (id: RequestId, delivered: () => void) => void deliveries.set(id, delivered),
    },
  }
}

/** The error of every request of a line, or of a line that cannot be read. */
function errorResponses(ids: readonly RequestId[], error: RpcError): string {
  const answers = ids.map((id) => errorResponse(error, id))
  return answers.length > 1 ? `[${answers.join(',')}]` : (answers[0] ?? errorResponse(error))
}

function tooLong(): RpcError {
  return new RpcError(
    rpcCodes.invalidRequest,
    `A message has at most ${bodyBytesMax} bytes. This was longer, and ends the session.`,
  )
}
