import { budgetOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerContent, answerTool } from '@fiq/shared/agent-tools/answer-tool'
import type { DescribedKind } from '@fiq/shared/agent-tools/describe'
import {
  describeOwnTool,
  describeTool,
  inputOf,
  priceAnswer,
  priceCallOf,
  pricedCallIn,
  priceInput,
} from '@fiq/shared/agent-tools/newer-tools'
import { nextCalls, readDescribed, remedyForTools } from '@fiq/shared/agent-tools/next-call'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { toolNamed } from '@fiq/shared/catalog/catalog'
import { idempotencyMetaKey } from '@fiq/shared/idempotency-key'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { foldRows } from '@fiq/shared/payment/quote'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import { checkInput } from '../../query/check-input.ts'
import { delivers } from '../../query/open-money.ts'
import type { Operation } from '../../query/operation.ts'
import type { StatedError } from '../../terminal/stated-error.ts'
import { type AgentError, agentError, untrusted } from '../answers/agent-words.ts'
import { cleanResultOf, noticeBytes, resultOf, type ToolResult } from '../answers/tool-result.ts'
import type { Approval } from '../approvals/approvals.ts'
import { ApprovalWaits } from '../approvals/request-approval.ts'
import type { Client } from '../clients/clients.ts'
import { CreditsError } from '../credits/credits-error.ts'
import type { Caller } from '../gateway.ts'
import { moneyAfter, moneyOf, noMoney, type PassageMoney } from '../passage-money.ts'
import { objectOf } from '../read-body.ts'
import {
  freeTools,
  isAllowed,
  readGraphql,
  readTool,
  readToolWithAreas,
} from '../read-operation.ts'
import type { SurfacePorts } from '../surface.ts'
import { toolsFor } from './tools.ts'

export type ToolCall = {
  name: string
  input: unknown
  /**
   * Whether the caller uses 2025-11-25 or later. Then it has the newer tools, and its answers fit a
   * budget.
   */
  isNewer: boolean
  _meta?: Readonly<Record<string, unknown>> | undefined
  /** Prompts for a waiting payment in a window of the client; `undefined` if it may not. */
  promptInWindow?: ((approval: Approval) => InputRequired) | undefined
}

/** A result of 2026-07-28: the client shows a form, and repeats the call with its reply. */
export type InputRequired = {
  resultType: 'input_required'
  requestState: string
  inputRequests: Record<string, { method: string; params: object }>
}

/**
 * Runs one tool for a client. An error is a result that a model can read.
 *
 * @param delivering - Receives a function to call after the result was sent.
 * @throws RpcError for an unknown tool or a foreign request state, for which the protocol has no
 * result.
 */
export async function callTool(
  { name, input, isNewer, _meta, promptInWindow }: ToolCall,
  caller: Caller,
  ports: SurfacePorts,
  delivering: (delivered: () => void) => void,
): Promise<ToolResult | InputRequired> {
  const at = ports.now()
  const record: Recorder = (status, outcome, money = noMoney) => {
    const toolLabel = toolNamed(name) || ownNames.includes(name) ? name : 'another tool'
    const client = caller.client.name
    const ms = ports.now() - at
    ports.traffic.record({
      at,
      client,
      surface: 'mcp',
      what: toolLabel,
      status,
      ms,
      outcome,
      ...money,
    })
  }
  let delivered = () => {}
  const budget = isNewer ? budgetOf(_meta, answerBudgetDefault) : 0
  const client = caller.client.name
  try {
    const toolInput = objectOf(input ?? {})
    if (name === 'spending')
      return free(record, resultOf({ ...(await ports.spending(caller.client)) }))
    if (name === 'price')
      return free(record, resultOf(await priceOf(toolInput, caller, ports, isNewer)))
    if (isNewer && name === describeTool.name)
      return free(record, cleanResultOf(await describe(toolInput, caller, ports)))
    if (isNewer && name === answerTool.name) {
      const bytesMax = budget || answerBudgetDefault
      return free(record, cleanResultOf(await pageOf(toolInput, bytesMax, client, ports)))
    }
    if (isNewer && name === 'graphql') checkOwn(name, toolInput)
    const read = name === 'graphql' ? readGraphql(caller.client, toolInput) : undefined
    const operation = read ?? readerOf(isNewer)(caller.client, name, toolInput)
    if (name !== 'graphql') await ports.checkCatalog()
    const idempotencyKey = _meta?.[idempotencyMetaKey]
    const answer = await ports.gateway.query(operation, { ...caller, idempotencyKey })
    delivered = answer.delivered
    const { delivered: _, ...readable } = answer
    const { outputPath } = toolNamed(name) ?? {}
    const order = { answer: readable, outputPath, budget, tellsMore: isNewer }
    const result = await ports.answerWork.result(order, () => ports.answers.store(answer, client))
    delivering(delivered)
    record(answer.status, answer.from, moneyOf(answer))
    return result
  } catch (thrown) {
    const prompt = thrown instanceof ApprovalWaits ? promptInWindow?.(thrown.approval) : undefined
    if (prompt) {
      record(402, 'asked in a window')
      return prompt
    }
    if (thrown instanceof RpcError) {
      record(400, 'BAD_REQUEST')
      throw thrown
    }
    const error = caller.money.state(thrown)
    record(error.status, error.code, moneyAfter(error))
    // After a fault or in doubt the next call gets the answer, or sends the same payment again.
    if (delivers(error)) delivering(delivered)
    const words = isNewer ? withNextCalls(error, name, caller.client) : agentError(error)
    if (error.code === 'UNKNOWN_TOOL')
      throw new RpcError(rpcCodes.invalidParams, words.message, words)
    return errorResult(error, words)
  }
}

/** The words of an error for newer callers, with the next call among the tools of the client. */
function withNextCalls(error: StatedError, name: string, { tools }: Client): AgentError {
  const words = agentError(error)
  const next = nextCalls(error, name, (tool) => isAllowed(tools, tool))
  const remedy = remedyForTools(error.remedy)
  return {
    ...words,
    remedy: remedy === error.remedy ? words.remedy : remedy,
    facts: [...words.facts, ...next],
  }
}

type Recorder = (status: number, outcome: string, money?: PassageMoney) => void

/** The result of an error. After signing it states the cost, and where the money is. */
function errorResult(error: StatedError, words: AgentError): ToolResult {
  return resultOf({ error: words, ...costOf(error), notice: untrusted }, true)
}

function costOf(error: StatedError) {
  const { funds } = error
  if (error instanceof PaymentError) return { cost: { unit: 'USDC', ...error.payment, funds } }
  if (!(error instanceof CreditsError)) return {}
  return { cost: { unit: 'USDC', money: 'credits', amount: formatUsdc(error.amount), funds } }
}

const ownNames = ['graphql', ...freeTools]

function readerOf(isNewer: boolean): typeof readTool {
  return isNewer ? readToolWithAreas : readTool
}

function free(record: Recorder, result: ToolResult): ToolResult {
  record(200, 'free')
  return result
}

/** A page of a stored answer. */
async function pageOf(
  toolInput: Json,
  bytesMax: number,
  client: string,
  { answers }: SurfacePorts,
): Promise<Record<string, unknown>> {
  checkOwn(answerTool.name, toolInput)
  const content = await answerContent(toolInput, bytesMax - noticeBytes, (id, request, bytes) =>
    answers.page(id, client, request, bytes),
  )
  return { ...content, notice: untrusted }
}

/** Checks the input of a tool outside the catalog. @throws FiqError `BAD_INPUT` */
function checkOwn(name: string, input: Json): void {
  const inputSchema = inputOf(name)!
  readDescribed(name, () => checkInput({ name, inputSchema }, input))
}

async function priceOf(
  toolInput: Json,
  { client }: Caller,
  ports: SurfacePorts,
  isNewer: boolean,
): Promise<Record<string, unknown>> {
  const all = { ...client, tools: undefined }
  if (isNewer) {
    const { rows, ...price } = await ports.estimate(newerOperation(all, toolInput))
    return { ...priceAnswer({ ...price, rows: foldRows(rows) }) }
  }
  const { amount, ...estimate } = await ports.estimate(olderOperation(all, toolInput))
  return { amount: formatUsdc(amount), unit: 'USDC', ...estimate }
}

type Json = Readonly<Record<string, unknown>>

function newerOperation(client: Client, toolInput: Json): Operation {
  const call = readDescribed('price', () => {
    const input = priceCallOf(toolInput)
    checkInput({ name: 'price', inputSchema: priceInput }, input)
    return pricedCallIn(input)
  })
  return 'tool' in call
    ? readToolWithAreas(client, call.tool, call.arguments)
    : readGraphql(client, call)
}

/** The operation that `price` prices for callers before 2025-11-25. */
function olderOperation(client: Client, toolInput: Json): Operation {
  const { tool, input } = toolInput
  return typeof tool === 'string'
    ? readTool(client, tool, objectOf(input ?? {}))
    : readGraphql(client, toolInput)
}

async function describe(toolInput: Json, { client }: Caller, ports: SurfacePorts): Promise<Json> {
  checkOwn(describeTool.name, toolInput)
  const { name, kind } = toolInput as { name: string; kind?: DescribedKind }
  const own = describeOwnTool({ name, kind }, toolsFor(client, { ...ports, isNewer: true }))
  if (own) return own
  const text = await ports.describe(name, kind)
  return JSON.parse(text) as Record<string, unknown>
}
