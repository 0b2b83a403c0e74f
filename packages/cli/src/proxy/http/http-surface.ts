import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageRequestOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { guard } from '@fiq/shared/loopback-guard'
import { readingAnswer } from '../../payment/delivery/after-signing.ts'
import { agentError, untrusted } from '../agent-words.ts'
import { answerHeaders, costHeaders } from '../answer-headers.ts'
import type { Client } from '../clients/clients.ts'
import { bearerOf } from '../clients/token.ts'
import { type GatewayAnswer, paidPart } from '../gateway.ts'
import { markDelivered } from '../mark-delivered.ts'
import { rpcRefusal } from '../mcp/refusal.ts'
import type { McpPost } from '../mcp/serve-http.ts'
import { moneyAfter, moneyOf, noMoney, type PassageMoney } from '../passage-money.ts'
import { objectOf, readJson, readJsonText } from '../read-body.ts'
import { readGraphql, readTool } from '../read-operation.ts'
import { fiqErrorOf, type SurfacePorts } from '../surface.ts'
import { freePages } from './free-pages.ts'
import { restateErrors } from './restate-errors.ts'

export type HttpSurfacePorts = SurfacePorts & {
  /** Values of `Host` that name this proxy: {@link hostsOf}. */
  hosts(): ReadonlySet<string>
  /** Answers `POST /mcp`, body read. */
  mcp(post: McpPost): Promise<void>
}

/** Requests worked at, at a time; those that wait for the user included. */
export const inFlightMax = 256

/** The result of one request, for the log. */
type Outcome = PassageMoney & { outcome: string }

const nothingPaid: Outcome = { ...noMoney, outcome: 'free' }

/**
 * The HTTP side of the proxy. First the guard, then the token, then the route: nothing of a request
 * is acted on before all three have let it through.
 */
export function openHttpSurface(ports: HttpSurfacePorts) {
  let inFlight = 0

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = ports.now()
    const path = pathOf(request)
    const seen: { client?: string } = {}
    let outcome: Outcome
    inFlight += 1
    try {
      const { method = '', headers, rawHeaders } = request
      guard({ method, headers, rawHeaders }, ports.hosts())
      if (isHealth(request, path)) return void response.writeHead(204).end()
      const client = recognise(request, ports)
      seen.client = client.name
      if (inFlight > inFlightMax) throw busy()
      outcome = await route(request, response, { path, client, ports })
    } catch (thrown) {
      const error = fiqErrorOf(thrown)
      sendError(request, response, error)
      outcome = { ...moneyAfter(error), outcome: error.code }
    } finally {
      inFlight -= 1
    }
    const { statusCode: status } = response
    // MCP records its calls one by one.
    if (path === '/mcp' && status < 400) return
    const what = routeName(path)
    ports.traffic.record({
      at,
      ...seen,
      surface: 'http',
      what,
      status,
      ms: ports.now() - at,
      ...outcome,
    })
  }
}

type Routed = { path: string; client: Client; ports: HttpSurfacePorts }

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { path, client, ports }: Routed,
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
    sendStored(request, response, answerId, { client, ports })
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
    await ports.mcp({ request, response, text: await readJsonText(request), client })
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
    isThere: () => !hasCancelled(),
    hasCancelled,
    onWaiting: ports.onWaiting,
    callsItself: request.headers['user-agent'],
  })
  readingAnswer(paidPart(answer), () => sendAnswer(response, answer))
  // Handed to the socket of a caller that has gone, it is not delivered: asked again, it is free.
  response.once('finish', () => markDelivered(answer.delivered))
  return { ...moneyOf(answer), outcome: answer.from }
}

const answerPath = /^\/answers\/([0-9a-f]{32})$/

/** A page over HTTP is for programs: it may be as large as ten results. */
const pageBytesMax = 10 * answerBudgetDefault

/** An answer that was too large for its result: whole, or the page that the query string names. */
function sendStored(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  id: string,
  { client, ports: { answers } }: Pick<Routed, 'client' | 'ports'>,
): void {
  const query = Object.fromEntries(new URL(url, 'http://proxy').searchParams)
  if (Object.keys(query).length === 0) {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    sendText(response, 200, json, answers.whole(id, client.name))
    return
  }
  const page = answers.page(id, client.name, pageRequestOf(query), pageBytesMax)
  const next = page.next === undefined ? {} : { 'fiq-next': String(page.next) }
  const type = { 'content-type': `${page.mimeType}; charset=utf-8` }
  sendText(response, 200, type, page.text, next)
}

/** The only path without a token, for monitoring. It reveals nothing. */
function isHealth({ method }: IncomingMessage, path: string): boolean {
  return path === '/health' && (method === 'GET' || method === 'HEAD')
}

function recognise({ headers }: IncomingMessage, { whose }: HttpSurfacePorts): Client {
  const token = bearerOf(headers.authorization)
  const client = token === undefined ? undefined : whose(token)
  if (client) return client
  throw new FiqError('TOKEN_REFUSED', 'The request carries no token that this proxy knows.')
}

function requireMethod(
  { method }: IncomingMessage,
  response: ServerResponse,
  wanted: 'GET' | 'POST',
): void {
  if (method === wanted) return
  response.setHeader('allow', wanted)
  throw new FiqError('METHOD_NOT_ALLOWED', `Only ${wanted} is answered here.`)
}

/** Where the money for an answer is: proven by a receipt, in doubt without one, else untouched. */
function sendAnswer(response: ServerResponse, answer: GatewayAnswer): void {
  const { status, headers, body, purchase } = answer
  const funds = purchase ? (purchase.transaction ? 'spent' : 'at-risk') : 'untouched'
  sendText(response, status, headers, restateErrors(body, funds), costHeaders(answer))
}

function sendText(
  response: ServerResponse,
  status: number,
  theirs: Readonly<Record<string, string>>,
  body: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...answerHeaders(theirs, Buffer.byteLength(body)), ...more })
  response.end(body)
}

/** In the form of the service's own errors, as the service has it at that path. The rest of a refused body is not read. */
function sendError(request: IncomingMessage, response: ServerResponse, error: FiqError): void {
  if (response.headersSent) return void response.destroy()
  const isMcp = request.method === 'POST' && pathOf(request) === '/mcp'
  const body = isMcp ? rpcRefusal(error) : refusal(error)
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const close = request.complete ? {} : { connection: 'close' }
  const challenge = error.code === 'TOKEN_REFUSED' ? { 'www-authenticate': 'Bearer' } : {}
  const retry = error.status === 429 || error.status === 503 ? { 'retry-after': '5' } : {}
  sendText(response, error.status, type, body, { ...close, ...challenge, ...retry })
}

function refusal(error: FiqError): string {
  const { message, ...extensions } = agentError(error)
  return JSON.stringify({ errors: [{ message, extensions }], extensions: { notice: untrusted } })
}

function busy(): FiqError {
  return new FiqError('RATE_LIMITED', `${inFlightMax} requests are worked at already.`, {
    remedy: 'Send fewer at a time.',
  })
}

/** Without the query string, which only the pages of an answer have. */
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
