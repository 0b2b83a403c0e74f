import { budgetOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerTool } from '@fiq/shared/agent-tools/answer-tool'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { HasLeft } from '../../payments/ports.ts'
import type { HeaderFields } from '../../rate-limit/rate-limited.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import { errorAnswer, type HttpAnswer, whenKnown } from '../http-answer.ts'
import type { createAnswerTool } from './answers/answer-tool.ts'
import type { AnswerWork } from './answers/answer-work.ts'
import { createFitAnswer, isOverBudget } from './answers/fit-answer.ts'
import type { ReadAnswer } from './answers/read-answer.ts'
import type { CallTool, CallToolParts } from './call-tool.ts'
import type { Direct } from './multiplexer.ts'
import { createToolResult, paymentKey, type ResultFrame } from './tool-result.ts'

/** The caller, and headers of the HTTP response that are set while the call is answered. */
export type CallContext = {
  sender: Omit<RequestIdentity, 'pays'>
  hasLeft: HasLeft
  status: number
  headers: HeaderFields
  /** Address of the server, as the client knows it. */
  origin: string
}

/** Times of one call. */
export type CallTimes = {
  /** After this time the caller gets an error that asks for a retry. Clients give up after 60 seconds by default. */
  answerTimeoutMs: number
  /** Interval of progress messages to a client that requested them. */
  progressEveryMs: number
}

export const callTimes: CallTimes = { answerTimeoutMs: 55_000, progressEveryMs: 10_000 }

export type AnswerCallParts = CallToolParts & {
  contract: Contract
  times?: CallTimes
  /** Bytes of an answer in a result of the newer versions; 0 sends the whole answer. */
  answerBudget?: number
  /** Whether this is a personal server, where every call is free. */
  isPersonal?: boolean
  work: AnswerWork
  readAnswer: ReadAnswer
  report(error: unknown): void
  /** Whether clients that declare the payment extension get quotes through it; default true. */
  paymentExtension?: boolean
}

/** A proposal to MCP by the x402 foundation: a quote is a result with a type of its own. */
export const paymentExtensionName = 'org.x402/payment'

function declaresPayment(meta: Meta | undefined): boolean {
  const { extensions } = (meta?.[metaKeys.capabilities] ?? {}) as { extensions?: unknown }
  return isObject(extensions) && isObject(extensions[paymentExtensionName])
}

type Meta = Record<string, unknown> & { progressToken?: string | number }
type CallParams = Parameters<CallTool>[0] & { _meta?: Meta }

/** Whether this is a valid `_meta` in the parameters of any request. */
export function isMeta(value: unknown): value is Meta | undefined {
  if (value === undefined) return true
  if (!isObject(value)) return false
  const { progressToken: token } = value
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
}

function isCall(params: Record<string, unknown>): params is CallParams {
  const { name, arguments: input, _meta } = params
  return typeof name === 'string' && (input === undefined || isObject(input)) && isMeta(_meta)
}

/** Differences of a protocol version in tool calls. */
export type CallVersion = {
  /** Members that the version adds to each result. */
  frame?: ResultFrame
  /** Default bytes of an answer in a result; 0 sends the whole answer. */
  budget: number
  /** The tool `answer`, if the version has it. */
  readPage?: ReturnType<typeof createAnswerTool>
}

/**
 * `tools/call`: answers the call within its time limit, reports progress, and serialises the
 * result.
 *
 * @param call - Shared by versions with the same tools.
 */
export function createAnswerCall(
  parts: AnswerCallParts,
  call: CallTool,
  { frame, budget: byDefault, readPage }: CallVersion,
): Direct<CallContext> {
  const { times = callTimes, paymentExtension = true } = parts
  const resultOf = createToolResult(frame)
  const fit = createFitAnswer(parts.requests, parts.work)

  return ({ id, params = {} }, { context, notify }) => {
    if (!isCall(params)) return refuseMalformed(parts, context)
    const { _meta, name } = params
    const budget = budgetOf(_meta, byDefault)
    const binding =
      frame && paymentExtension && declaresPayment(_meta) ? 'extension' : 'tool-result'
    const answer =
      readPage && name === answerTool.name
        ? readPage(params.arguments ?? {}, context.sender, budget || answerBudgetDefault)
        : call(params, context, budget || undefined)
    const inTime =
      answer instanceof Promise
        ? withinTime(answer, {
            ...times,
            report: progressReport(_meta?.progressToken, notify),
            late: () => errorAnswer(late(_meta?.[paymentKey] !== undefined)),
          })
        : answer
    return whenKnown(inTime, (known) => {
      context.headers = fieldsOf(known.headers)
      refuse(known, context)
      if (name === answerTool.name || !isOverBudget(known, budget))
        return resultResponse(id, resultOf(known, binding))
      return fit(known, budget, context.origin).then((fitted) =>
        resultResponse(id, resultOf(fitted, binding)),
      )
    })
  }
}

function refuseMalformed({ requests }: AnswerCallParts, context: CallContext) {
  return whenKnown(requests.admit(context.sender), (headers): never => {
    context.headers = headers
    throw new RpcError(rpcCodes.invalidParams, malformed)
  })
}

const malformed =
  'The params of tools/call must be { "name": "…", "arguments": {…} }, and its progress token a string or a number.'

/** A function that reports progress to a client that requested it. */
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

/**
 * Throws errors that are not tool results: refusals of the request gate, with their HTTP status,
 * and unknown tools.
 */
function refuse({ code, status, body }: HttpAnswer, context: CallContext): void {
  const isGateRefusal = code === 'INVALID_KEY' || code === 'RATE_LIMITED'
  if (!isGateRefusal && code !== 'UNKNOWN_TOOL') return
  if (isGateRefusal) context.status = status
  const { errors } = JSON.parse(body) as { errors: { message: string; extensions: object }[] }
  const { message = '', extensions = {} } = errors[0] ?? {}
  throw new RpcError(isGateRefusal ? rpcCodes.refused : rpcCodes.invalidParams, message, {
    ...extensions,
    message,
  })
}

/**
 * Selects response headers. Quotes and receipts are in the result instead; limits are in the
 * headers.
 */
function fieldsOf(headers: HttpAnswer['headers']): HeaderFields {
  const fields: Record<string, string> = {}
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate']) {
    const value = headers[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

function withinTime(
  answer: Promise<HttpAnswer>,
  {
    answerTimeoutMs,
    progressEveryMs,
    report,
    late,
  }: CallTimes & { report: (() => void) | undefined; late(): HttpAnswer },
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const progressTimer = report && setInterval(report, progressEveryMs)
  const timer = setTimeout(() => resolve(late()), answerTimeoutMs)
  answer.then(resolve, reject)
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(progressTimer)
  })
}

/**
 * The error after the time limit. The call continues. With a payment, its answer is stored for a
 * repeated call.
 */
function late(pays: boolean): FiqError {
  if (pays) return new FiqError('SETTLEMENT_PENDING', 'The call is still being answered.')
  return new FiqError('UPSTREAM_UNAVAILABLE', 'The call took too long.', { funds: 'at-risk' })
}
