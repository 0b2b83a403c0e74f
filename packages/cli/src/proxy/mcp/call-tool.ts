import { budgetOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerToolName, contentOf, readAnswerInput } from '@fiq/shared/agent-tools/answer-tool'
import type { DescribedKind } from '@fiq/shared/agent-tools/describe'
import { describeTool, priceCallOf } from '@fiq/shared/agent-tools/newer-tools'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { toolNamed } from '@fiq/shared/catalog/catalog'
import { defined } from '@fiq/shared/defined'
import type { FiqError } from '@fiq/shared/errors'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { serverSays } from '../../http/server-says.ts'
import { readingAnswer } from '../../payment/delivery/after-signing.ts'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import type { Answer, AnswerError } from '../../query/answer.ts'
import { checkInput } from '../../query/check-input.ts'
import type { Operation } from '../../query/operation.ts'
import { errorOf, readAnswer } from '../../query/read-answer.ts'
import { isNothing, valueAt } from '../../query/rows.ts'
import { type AgentError, agentError, untrusted } from '../agent-words.ts'
import type { Approval } from '../approvals/approvals.ts'
import { ApprovalWaits } from '../approvals/request-approval.ts'
import { type Caller, type GatewayAnswer, paidPart } from '../gateway.ts'
import { moneyAfter, moneyOf, noMoney, type PassageMoney } from '../passage-money.ts'
import { objectOf } from '../read-body.ts'
import { readGraphql, readTool, readToolWithAreas } from '../read-operation.ts'
import { fiqErrorOf, type SurfacePorts } from '../surface.ts'
import { fitResult, resultOf, type ToolResult } from './tool-result.ts'

export type ToolCall = {
  name: string
  input: unknown
  /** Whether the caller is of 2025-11-25 or later: it has the newer tools, and answers that fit. */
  isNewer: boolean
  _meta?: Readonly<Record<string, unknown>> | undefined
  /** Asks for a payment that waits, in a window of the client; `undefined` where it may not. */
  promptInWindow?: ((approval: Approval) => InputRequired) | undefined
}

/** A result of 2026-07-28: the client shows a form, and repeats the call with what it says. */
export type InputRequired = {
  resultType: 'input_required'
  requestState: string
  inputRequests: Record<string, { method: string; params: object }>
}

/**
 * Runs one tool for a client. An error is a result that a model can read.
 *
 * @param delivering - receives a function to call after the result was sent.
 * @throws RpcError for an unknown tool or a foreign request state: the protocol has no result for them.
 */
export async function callTool(
  { name, input, isNewer, _meta, promptInWindow }: ToolCall,
  caller: Caller,
  ports: SurfacePorts,
  delivering: (delivered: () => void) => void,
): Promise<ToolResult | InputRequired> {
  const at = ports.now()
  const record: Recorder = (status, outcome, money = noMoney) => {
    const what = toolNamed(name) ? name : ownNames.includes(name) ? name : 'another tool'
    const client = caller.client.name
    const ms = ports.now() - at
    ports.traffic.record({ at, client, surface: 'mcp', what, status, ms, outcome, ...money })
  }
  let delivered = () => {}
  const budget = isNewer ? budgetOf(_meta, answerBudgetDefault) : 0
  const client = caller.client.name
  try {
    const given = objectOf(input ?? {})
    if (name === 'spending') return free(record, { ...ports.spending(caller.client) })
    if (name === 'price') return free(record, await priceOf(given, caller, ports, isNewer))
    if (isNewer && name === describeTool.name) return free(record, await describe(given, ports))
    if (isNewer && name === answerToolName) {
      const { id, request } = readAnswerInput(given)
      const page = ports.answers.page(id, client, request, budget || answerBudgetDefault)
      return free(record, contentOf(id, request, page))
    }
    const read = name === 'graphql' ? readGraphql(caller.client, given) : undefined
    const operation = read ?? readerOf(isNewer)(caller.client, name, given)
    if (name !== 'graphql') await ports.checkCatalog()
    const answer = await ports.gateway.query(operation, caller)
    delivered = answer.delivered
    const result = readingAnswer(paidPart(answer), () =>
      answerResult(answer, toolNamed(name)?.outputPath, (result, data) =>
        fitResult(result, data, budget, () => ports.answers.store(answer, client)),
      ),
    )
    delivering(delivered)
    record(answer.status, answer.from, moneyOf(answer))
    return result
  } catch (thrown) {
    const asked = thrown instanceof ApprovalWaits ? promptInWindow?.(thrown.approval) : undefined
    if (asked) {
      record(402, 'asked in a window')
      return asked
    }
    if (thrown instanceof RpcError) {
      record(400, 'BAD_REQUEST')
      throw thrown
    }
    const error = fiqErrorOf(thrown)
    record(error.status, error.code, moneyAfter(error))
    // A result in doubt is not delivered: the next call sends the same payment again.
    if (error.kind !== 'outcome-unknown') delivering(delivered)
    const words = agentError(error)
    if (error.code === 'UNKNOWN_TOOL')
      throw new RpcError(rpcCodes.invalidParams, words.message, words)
    return errorResult(error, words)
  }
}

type Recorder = (status: number, outcome: string, money?: PassageMoney) => void

/** An error after signing costs something too: the caller reads how much, and where the money is. */
function errorResult(error: FiqError, words: AgentError): ToolResult {
  const cost =
    error instanceof PaymentError
      ? { cost: { unit: 'USDC', ...error.payment, funds: error.funds } }
      : {}
  return resultOf({ error: words, ...cost, notice: untrusted }, true)
}

const ownNames = ['graphql', 'price', 'spending', describeTool.name, answerToolName]

function readerOf(isNewer: boolean): typeof readTool {
  return isNewer ? readToolWithAreas : readTool
}

function free(record: Recorder, value: Record<string, unknown>): ToolResult {
  record(200, 'free')
  return resultOf(value)
}

async function priceOf(
  given: Readonly<Record<string, unknown>>,
  { client }: Caller,
  ports: SurfacePorts,
  isNewer: boolean,
): Promise<Record<string, unknown>> {
  const all = { ...client, tools: undefined }
  const call = isNewer ? priceCallOf(given) : { ...given, arguments: given['input'] }
  const { tool, arguments: input } = call as Readonly<Record<string, unknown>>
  const operation: Operation =
    typeof tool === 'string'
      ? readerOf(isNewer)(all, tool, objectOf(input ?? {}))
      : readGraphql(all, call)
  const { amount, ...estimate } = await ports.estimate(operation)
  return { amount: formatUsdc(amount), unit: 'USDC', ...estimate }
}

async function describe(
  { name, kind }: Readonly<Record<string, unknown>>,
  ports: SurfacePorts,
): Promise<Record<string, unknown>> {
  const input = defined({ name, kind })
  checkInput(describeTool, input)
  const text = await ports.describe(String(name), kind as DescribedKind | undefined)
  return JSON.parse(text) as Record<string, unknown>
}

/**
 * The data, its cost and its sources.
 *
 * @param fit - fits the result, given all data of the answer, into the caller's budget.
 * @throws FiqError if there is no data.
 */
function answerResult(
  answer: GatewayAnswer,
  outputPath: string | undefined,
  fit: (result: ToolResult, data: unknown) => ToolResult,
): ToolResult {
  const read = readAnswer(answer)
  const value = outputPath === undefined ? read.data : valueAt(read.response, outputPath)
  const cost = costOf(answer, read)
  const first = read.errors[0]
  if (first && isNothing(value)) throw errorOf(first, undefined)
  const { stale } = answer
  const whole = resultOf({
    data: value ?? null,
    cost,
    ...(stale.length > 0 ? { stale } : {}),
    sources: read.sources,
    ...(read.errors.length > 0 ? { errors: read.errors.map(errorWords) } : {}),
    ...(read.warnings.length > 0 ? { warnings: read.warnings } : {}),
    ...(read.sandbox ? { sandbox: 'These values are invented, for trying the service out.' } : {}),
    notice: untrusted,
  })
  const result = fit(whole, read.data)
  if (answer.ageMs === undefined) return result
  const ageSeconds = Math.floor(answer.ageMs / 1_000)
  return { ...result, _meta: { 'fiq/ageSeconds': ageSeconds, 'fiq/stale': stale } }
}

function errorWords({ path, message, code }: AnswerError) {
  return { path, message: serverSays(message), code }
}

function costOf({ paid, from, purchase, ageMs }: GatewayAnswer, { response }: Answer) {
  const { cost } = (response['extensions'] ?? {}) as { cost?: { credits?: unknown } }
  return {
    paid: formatUsdc(paid),
    unit: 'USDC',
    answer: from,
    ...(typeof cost?.credits === 'number' ? { credits: cost.credits } : {}),
    ...(purchase ? { purchase: purchase.id } : {}),
    ...(purchase?.transaction ? { transaction: purchase.transaction } : {}),
    ...(ageMs === undefined ? {} : { ageSeconds: Math.floor(ageMs / 1_000) }),
  }
}
