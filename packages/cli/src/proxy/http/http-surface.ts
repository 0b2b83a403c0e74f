import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageRequestOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { guard } from '@fiq/shared/loopback-guard'
import { readAnswer } from '../../query/read-answer.ts'
import type { StatedError } from '../../terminal/stated-error.ts'
import { answerHeaders, checkedHeaders, costHeaders } from '../answer-headers.ts'
import { agentError, untrusted } from '../answers/agent-words.ts'
import type { GatewayAnswer } from '../answers/gateway-answer.ts'
import type { Client } from '../clients/clients.ts'
import { bearerOf } from '../clients/token.ts'
import { markDelivered } from '../mark-delivered.ts'
import { rpcRefusal } from '../mcp/refusal.ts'
import type { McpPost } from '../mcp/serve-http.ts'
import { fundsOf, moneyAfter, moneyOf, noMoney, type PassageMoney } from '../passage-money.ts'
import { objectOf, readJson, readJsonText } from '../read-body.ts'
import { readGraphql, readTool } from '../read-operation.ts'
import { createRequestMoney, type RequestMoney } from '../request-money.ts'
import type { SurfacePorts } from '../surface.ts'
import { freePages } from './free-pages.ts'

export type HttpSurfacePorts = SurfacePorts & {
  /** Values of `Host` that name this proxy: {@link hostsOf}. */
  hosts(): ReadonlySet<string>
  /** Answers `POST /mcp`, whose body is already read. */
  mcp(post: McpPost): Promise<void>
}

/** Maximum concurrent requests, including those that wait for the user. */
export const inFlightMax = 256

/** The result of one request, for the log. */
type Outcome = PassageMoney & { outcome: string }

const nothingPaid: Outcome = { ...noMoney, outcome: 'free' }

/**
 * The HTTP surface of the proxy. A request passes the guard, then the token check, then the route;
 * nothing else runs before that.
 */
export function openHttpSurface(ports: HttpSurfacePorts) {
  let inFlight = 0

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = ports.now()
    const path = pathOf(request)
    const seen: { client?: string } = {}
    const money = createRequestMoney()
    let outcome: Outcome
    inFlight += 1
    try {
      const { method = '', headers, rawHeaders, httpVersion } = request
      guard({ method, headers, rawHeaders, httpVersion }, ports.hosts())
      if (isHealth(request, path)) return void response.writeHead(204).end()
      const client = recognise(request, ports)
      seen.client = client.name
      if (inFlight > inFlightMax) throw busy()
      outcome = await route(request, response, { path, client, ports, money })
    } catch (thrown) {
      const error = money.state(thrown)
      sendError(request, response, error)
      outcome = { ...moneyAfter(error), outcome: error.code }
    } finally {
      inFlight -= 1
    }
    const { statusCode: status } = response
    // MCP records each of its calls itself.
    if (path === '/mcp' && status < 400) return
    const routeLabel = routeName(path)
    ports.traffic.record({
      at,
      ...seen,
      surface: 'http',
      what: routeLabel,
      status,
      ms: ports.now() - at,
      ...outcome,
    })
  }
}

type Routed = { path: string; client: Client; ports: HttpSurfacePorts; money: RequestMoney }

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { path, client, ports, money }: Routed,
): Promise<Outcome> {
  if (freePages.has(path)) {
    requireMethod(request, response, 'GET')
    const { status, headers, body } = await ports.page(path)
    sendText(response, status, headers, body)
    return nothingPaid
  }
  const answerId = answerPath.exec(path)?.[1]
  if (answerId !== undefined) {
    requireMethod(request, response, 'GET')
    await sendStored(request, response, answerId, { client, ports })
    return nothingPaid
  }
  const tool = /^\/tools\/([\w-]{1,64})$/.exec(path)?.[1]
  if (!['/api/graphql', '/api/v1/price', '/mcp'].includes(path) && tool === undefined)
    throw new FiqError('UNKNOWN_PATH', 'This path does not exist.', {
      facts: [
        `Paths: POST /api/graphql, /tools/<name>, /mcp; GET /answers/<id>, ${[...freePages].join(', ')}`,
      ],
    })
  requireMethod(request, response, 'POST')
  if (path === '/mcp') {
    await ports.mcp({ request, response, text: await readJsonText(request), client, money })
    return nothingPaid
  }
  const body = objectOf(await readJson(request))
  if (path === '/api/v1/price') {
    const { amount, ...estimate } = await ports.estimate(
      readGraphql({ ...client, tools: undefined }, body),
    )
    const text = JSON.stringify({ ...estimate, amount: String(amount) })
    sendText(response, 200, { 'content-type': 'application/json' }, text)
    return nothingPaid
  }
  const operation = tool === undefined ? readGraphql(client, body) : readTool(client, tool, body)
  if (tool !== undefined) await ports.checkCatalog()
  const hasCancelled = () => response.destroyed || response.closed
  const answer = await ports.gateway.query(operation, {
    client,
    money,
    isThere: () => !hasCancelled(),
    hasCancelled,
    onWaiting: ports.onWaiting,
    callsItself: request.headers['user-agent'],
    idempotencyKey: request.headers['idempotency-key'],
  })
  await sendAnswer(response, answer, ports)
  return { ...moneyOf(answer), outcome: answer.from }
}

const answerPath = /^\/answers\/([0-9a-f]{32})$/

/** Maximum bytes of a page over HTTP: ten times a result, because programs read it. */
const pageBytesMax = 10 * answerBudgetDefault

/** Sends an answer that was too large for its result: whole, or the page in the query string. */
async function sendStored(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  id: string,
  { client, ports: { answers } }: Pick<Routed, 'client' | 'ports'>,
): Promise<void> {
  const query = Object.fromEntries(new URL(url, 'http://proxy').searchParams)
  if (Object.keys(query).length === 0) {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    sendText(response, 200, json, await answers.whole(id, client.name))
    return
  }
  const page = await answers.page(id, client.name, pageRequestOf(query), pageBytesMax)
  const next = page.next === undefined ? {} : { 'fiq-next': String(page.next) }
  const type = { 'content-type': `${page.mimeType}; charset=utf-8` }
  sendText(response, 200, type, page.text, next)
}

/** Whether it is the health check, the only path without a token. It reveals nothing. */
function isHealth({ method }: IncomingMessage, path: string): boolean {
  return path === '/health' && (method === 'GET' || method === 'HEAD')
}

function recognise({ headers }: IncomingMessage, { whose }: HttpSurfacePorts): Client {
  const token = bearerOf(headers.authorization)
  const client = token === undefined ? undefined : whose(token)
  if (client) return client
  throw new FiqError('TOKEN_REFUSED', 'The request has no token that this proxy knows.')
}

function requireMethod(
  { method }: IncomingMessage,
  response: ServerResponse,
  wanted: 'GET' | 'POST',
): void {
  if (method === wanted) return
  response.setHeader('allow', wanted)
  throw new FiqError('METHOD_NOT_ALLOWED', `This path accepts only ${wanted}.`)
}

async function sendAnswer(
  response: ServerResponse,
  answer: GatewayAnswer,
  { answerWork }: HttpSurfacePorts,
): Promise<void> {
  const { status, body, purchase, from } = answer
  const text = await answerWork.restate(body, fundsOf(answer))
  // Anything but a GraphQL response is an error with the notice. A bought answer is checked before.
  if (text === body && !purchase && from !== 'reused') readAnswer(answer)
  sendText(response, status, checkedHeaders(answer), text, costHeaders(answer))
  // An answer passed to the socket of a caller that has left is not delivered. A repeated request
  // gets it free.
  response.once('finish', () => markDelivered(answer.delivered))
}

function sendText(
  response: ServerResponse,
  status: number,
  serverHeaders: Readonly<Record<string, string>>,
  body: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...answerHeaders(serverHeaders, Buffer.byteLength(body)), ...more })
  response.end(body)
}

/**
 * Sends an error in the form of the service's errors at this path. Does not read the rest of a
 * refused body.
 */
function sendError(request: IncomingMessage, response: ServerResponse, error: StatedError): void {
  if (response.headersSent) return void response.destroy()
  const isMcp = request.method === 'POST' && pathOf(request) === '/mcp'
  const body = isMcp ? rpcRefusal(error) : refusal(error)
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const close = request.complete ? {} : { connection: 'close' }
  const challenge = error.code === 'TOKEN_REFUSED' ? { 'www-authenticate': 'Bearer' } : {}
  const retry = error.status === 429 || error.status === 503 ? { 'retry-after': '5' } : {}
  sendText(response, error.status, type, body, { ...close, ...challenge, ...retry })
}

function refusal(error: StatedError): string {
  const { message, ...extensions } = agentError(error)
  return JSON.stringify({ errors: [{ message, extensions }], extensions: { notice: untrusted } })
}

function busy(): FiqError {
  return new FiqError('RATE_LIMITED', `${inFlightMax} requests are already in progress.`, {
    remedy: 'Send fewer requests at the same time.',
  })
}

/** The path without the query string, which only the pages of an answer have. */
function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The path for the log: a known route, never the caller's own text. */
function routeName(path: string): string {
  const isKnown = /^\/(tools\/[a-zA-Z]{1,32}|api\/graphql|api\/v1\/\w+|mcp|health)$/.test(path)
  if (answerPath.test(path)) return '/answers/<id>'
  return isKnown || freePages.has(path) ? path : 'another path'
}
