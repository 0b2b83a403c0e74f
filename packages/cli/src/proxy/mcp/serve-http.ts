import type { IncomingMessage, ServerResponse } from 'node:http'
import { FiqError } from '@fiq/shared/errors'
import { errorResponse, isRequest, type RequestId, RpcError } from '@fiq/shared/mcp/json-rpc'
import { statelessVersion } from '@fiq/shared/mcp/protocol-versions'
import { accepts, type Posted, readPost } from '@fiq/shared/mcp/read-post'
import { answerHeaders } from '../answer-headers.ts'
import type { Client } from '../clients/clients.ts'
import { markDelivered } from '../mark-delivered.ts'
import type { RequestMoney } from '../request-money.ts'
import type { SurfacePorts } from '../surface.ts'
import { openExchange } from './exchange.ts'
import { openSession, type Sdk } from './open-session.ts'
import { notRpc, rpcErrorFor } from './refusal.ts'
import { createStateless, type StatelessAnswer } from './stateless.ts'

/** One request to the endpoint, with its body and its client. */
export type McpPost = {
  request: IncomingMessage
  response: ServerResponse
  text: string
  client: Client
  money: RequestMoney
}

/**
 * Answers one `POST /mcp` over Streamable HTTP. It is stateless, so callers of a restarted proxy
 * notice nothing.
 *
 * @throws FiqError `NOT_ACCEPTABLE`; `BAD_REQUEST` for a message that is not JSON-RPC of a
 * supported version.
 */
export async function serveHttpMcp(
  { request, response, text, client, money }: McpPost,
  ports: SurfacePorts,
  loadSdk: () => Promise<Sdk>,
): Promise<void> {
  const { accept } = request.headers
  if (!accepts(accept, 'application/json')) throw notAcceptable()
  const posted = read(text, request)
  // Without sessions, notifications and responses have no meaning.
  const messages = posted.messages.filter(isRequest)
  if (messages.length === 0) return void response.writeHead(202).end()
  const { version } = posted
  const notify = (event: string) => {
    if (!accepts(accept, 'text/event-stream')) return
    writeEvent(response, event, version === statelessVersion ? unbuffered : {})
  }
  const hasLeft = () => response.destroyed || response.closed
  const isThere = () => !hasLeft()
  const deliveries = new Map<RequestId, () => void>()
  const delivering = (id: RequestId, delivered: () => void) => void deliveries.set(id, delivered)
  const send = (answer: StatelessAnswer | undefined) => {
    end(response, answer)
    // Not before: the error of an answer that cannot be sent delivers nothing.
    response.once('finish', () => deliveries.forEach(markDelivered))
  }
  const own = { client: () => ports.client(client.name), moneyOf: () => money }
  const terms = { ...own, isThere, hasLeft, delivering }
  const [first] = messages
  if (version === statelessVersion) {
    const { headers } = request
    const answer = await createStateless(ports, { ...terms, notify, headers }).answer(first!)
    return send(answer)
  }
  const sdk = await loadSdk()
  const exchange = openExchange(sdk, notify, (id, thrown) => {
    deliveries.delete(id)
    return errorResponse(rpcErrorFor(thrown, money), id)
  })
  const session = openSession(sdk, ports, {
    ...terms,
    // `initialize` was a separate request, and nothing of it is stored.
    callsItself: request.headers['user-agent'],
    version,
    canElicit: false,
  })
  response.once('close', () => void session.server.close().catch(() => {}))
  await session.server.connect(exchange.transport)
  const answered = await exchange.answer({ ...posted, messages })
  send(answered === undefined ? undefined : { status: 200, text: answered })
}

/** Sends the last message of a response, in its stream if one is open. */
function end(response: ServerResponse, answer: StatelessAnswer | undefined): void {
  if (answer === undefined) return void response.destroy()
  const { status, text } = answer
  if (response.headersSent) {
    writeEvent(response, text)
    return void response.end()
  }
  const json = { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(status, answerHeaders(json, Buffer.byteLength(text)))
  response.end(text)
}

function read(text: string, { headers }: IncomingMessage): Posted {
  try {
    return readPost(text, headers['mcp-protocol-version'])
  } catch (error) {
    if (error instanceof RpcError) throw notRpc(error)
    throw error
  }
}

/** Tells a server between the proxy and its client not to buffer the stream. */
const unbuffered = { 'x-accel-buffering': 'no' }

/** Sends one message as a server-sent event. The first one opens the stream. */
function writeEvent(response: ServerResponse, text: string, fields: object = {}): void {
  if (response.destroyed) return
  if (!response.headersSent) {
    const { 'content-length': _, ...headers } = answerHeaders({}, 0)
    response.writeHead(200, { ...headers, ...fields, 'content-type': 'text/event-stream' })
  }
  response.write(`event: message\ndata: ${text}\n\n`)
}

function notAcceptable(): FiqError {
  return new FiqError('NOT_ACCEPTABLE', 'Nothing in Accept can be served.', {
    remedy: 'Send Accept: application/json, text/event-stream.',
  })
}
