import { FiqError } from '@fiq/shared/errors'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Visitor } from '../../access/door.ts'
import type { HeaderFields } from '../../access/rate-limited.ts'
import { errorAnswer, type HttpAnswer } from '../http-answer.ts'
import { type CallToolParts, openCallTool } from './call-tool.ts'
import { RpcError, rpcCodes } from './json-rpc.ts'
import { type Multiplexer, openMultiplexer } from './multiplexer.ts'
import { negotiateVersion } from './protocol-versions.ts'
import { toolList } from './tool-list.ts'
import { paymentKey, toolResult } from './tool-result.ts'

/** Who calls; and what the HTTP answer is to carry, set while the call is answered. */
export type CallContext = {
  visitor: Omit<Visitor, 'pays'>
  status: number
  headers: HeaderFields
}

/** Times of one call. */
export type CallTimes = {
  /** After this the caller is told to ask again; clients give up after 60 seconds by default. */
  answerTimeoutMs: number
  /** How often a client that asked for progress hears that the call is still worked on. */
  progressEveryMs: number
}

export const callTimes: CallTimes = { answerTimeoutMs: 55_000, progressEveryMs: 10_000 }

const capabilities = { tools: {} }
const instructions = `Finance data by the query: market, regulatory and macro data. Every tool but "price" has a price of 0.015 to 10 USDC, which depends on its arguments and is asked for before anything is done. Pay with an API key (Authorization: Bearer), or by x402: the first call answers with isError and PaymentRequired; sign it and repeat the call with _meta["${paymentKey}"]. Informational only, provided as is.`

/** Our server behind the transport: versions, the list of tools, and calls. */
export function openMcpServer(
  parts: CallToolParts & { version: string; times?: CallTimes },
): Multiplexer<CallContext> {
  const { version, times = callTimes } = parts
  const serverInfo = { name: 'fiq', title: 'Finance Intelligence Query', version }
  const call = openCallTool(parts)
  const server = new Server(serverInfo, { capabilities })
  const multiplexer = openMultiplexer<CallContext>(
    new Map([['tools/list', JSON.stringify({ tools: toolList })]]),
  )

  server.setRequestHandler(InitializeRequestSchema, ({ params }) => ({
    protocolVersion: negotiateVersion(params.protocolVersion),
    capabilities,
    serverInfo,
    instructions,
  }))
  server.setRequestHandler(ListToolsRequestSchema, () => {
    throw new RpcError(
      rpcCodes.invalidParams,
      'The list of tools has one page: there is no cursor.',
    )
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const context = multiplexer.contextOf(extra.requestId)
    const progressToken = params._meta?.progressToken
    let progress = 0
    const report = (token: string | number) => {
      progress += 1
      const params = { progressToken: token, progress, message: 'still being answered' }
      void extra.sendNotification({ method: 'notifications/progress', params })
    }
    const answer = await withinTime(call(params, context.visitor), {
      ...times,
      report: progressToken === undefined ? undefined : () => report(progressToken),
      late: () => errorAnswer(late(params._meta?.[paymentKey] !== undefined)),
    })
    context.headers = fieldsOf(answer)
    refuse(answer, context)
    return toolResult(answer)
  })
  // Connected when this returns: what is awaited inside is the transport's start, which has nothing to do.
  void server.connect(multiplexer.transport)
  return multiplexer
}

/** What is no result of a tool: the door's refusals, with their HTTP status, and unknown names. */
function refuse({ code, status, body }: HttpAnswer, context: CallContext): void {
  const isOfTheDoor = code === 'INVALID_KEY' || code === 'RATE_LIMITED'
  if (!isOfTheDoor && code !== 'UNKNOWN_TOOL') return
  if (isOfTheDoor) context.status = status
  const { errors } = JSON.parse(body) as { errors: { message: string; extensions: object }[] }
  const { message = '', extensions = {} } = errors[0] ?? {}
  throw new RpcError(isOfTheDoor ? rpcCodes.refused : rpcCodes.invalidParams, message, {
    ...extensions,
    message,
  })
}

/** Quotes and receipts stand in the result; a limit stands in the headers, as everywhere. */
function fieldsOf({ headers }: HttpAnswer): HeaderFields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => limitFields.has(name)))
}

const limitFields = new Set(['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'])

async function withinTime(
  answer: Promise<HttpAnswer>,
  {
    answerTimeoutMs,
    progressEveryMs,
    report,
    late,
  }: CallTimes & { report: (() => void) | undefined; late(): HttpAnswer },
): Promise<HttpAnswer> {
  const telling = report && setInterval(report, progressEveryMs)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<HttpAnswer>((resolve) => {
    timer = setTimeout(() => resolve(late()), answerTimeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
  }
}

/** The call goes on; with a payment its answer is kept for whoever sends the same again. */
function late(pays: boolean): FiqError {
  if (pays) return new FiqError('SETTLEMENT_PENDING', 'The call is still being answered.')
  return new FiqError('UPSTREAM_UNAVAILABLE', 'The call took too long.', { funds: 'at-risk' })
}
