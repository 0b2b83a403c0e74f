import { FiqError } from '@fiq/shared/errors'
import * as z from 'zod/mini'
import type { Visitor } from '../../access/door.ts'
import type { HeaderFields } from '../../access/rate-limited.ts'
import { errorAnswer, type HttpAnswer } from '../http-answer.ts'
import { type CallToolParts, openCallTool } from './call-tool.ts'
import { RpcError, rpcCodes } from './json-rpc.ts'
import type { Direct } from './multiplexer.ts'
import { openToolResult, paymentKey } from './tool-result.ts'

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

export type AnswerCallParts = CallToolParts & { times?: CallTimes }

const object = z.record(z.string(), z.unknown())
const metaSchema = z.optional(
  z.looseObject({ progressToken: z.optional(z.union([z.string(), z.int()])) }),
)
const paramsSchema = z.object({
  name: z.string(),
  arguments: z.optional(object),
  _meta: metaSchema,
})

/** Is this what the parameters of any request may have as their `_meta`? */
export function isMeta(value: unknown): boolean {
  return value === undefined || z.safeParse(metaSchema, value).success
}

/** `tools/call`: the call answered within its time, its progress told, its result serialised. */
export function openAnswerCall(parts: AnswerCallParts): Direct<CallContext> {
  const { times = callTimes } = parts
  const call = openCallTool(parts)
  const resultOf = openToolResult()

  return async (given, { context, notify }) => {
    const params = z.safeParse(paramsSchema, given)
    if (!params.success) {
      context.headers = await parts.requests.admit(context.visitor)
      throw new RpcError(rpcCodes.invalidParams, malformed)
    }
    const { _meta } = params.data
    const answer = await withinTime(call(params.data, context.visitor), {
      ...times,
      report: progressReport(_meta?.progressToken, notify),
      late: () => errorAnswer(late(_meta?.[paymentKey] !== undefined)),
    })
    context.headers = fieldsOf(answer.headers)
    refuse(answer, context)
    return resultOf(answer)
  }
}

const malformed =
  'tools/call has params { "name": "…", "arguments": {…} }, and a progress token that is text or a number.'

/** Tells a client that asked for it, each time it is run, that the call is still worked on. */
function progressReport(
  progressToken: string | number | undefined,
  notify: (text: string) => void,
) {
  if (progressToken === undefined) return undefined
  let progress = 0
  return () => {
    progress += 1
    const params = { progressToken, progress, message: 'still being answered' }
    notify(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
  }
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
function fieldsOf(headers: HttpAnswer['headers']): HeaderFields {
  const fields: Record<string, string> = {}
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate']) {
    const value = headers[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

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
