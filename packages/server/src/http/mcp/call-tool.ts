import { areasOperation, splitAreas } from '@fiq/shared/agent-tools/areas'
import type { Describe } from '@fiq/shared/agent-tools/describe'
import {
  describeOwnTool,
  describesType,
  describeTool,
  priceCallOf,
  pricedCallIn,
  readDescribed,
  withUsdc,
} from '@fiq/shared/agent-tools/newer-tools'
import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { idempotencyMetaKey } from '@fiq/shared/idempotency-key'
import type { HasLeft } from '../../payments/ports.ts'
import { createAddressTurns } from '../../rate-limit/address-turns.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import { referredIn } from '../../storage/payments/body-reference.ts'
import { errorAnswer, free, type HttpAnswer, underPayment } from '../http-answer.ts'
import type { Requests } from '../query/answer-request.ts'
import type { Operation } from '../query/query-ports.ts'
import { createQuoteCache } from '../query/quote-cache.ts'
import { inputChecks } from '../query/tool-inputs.ts'
import { unknownTool } from '../query/tools.ts'
import { readPresented, readProof } from '../request-identity.ts'
import { wholeText } from './answers/read-answer.ts'
import { ownTools } from './tool-list.ts'
import { paymentKey, proofKey } from './tool-result.ts'

type Json = Readonly<Record<string, unknown>>

/** Ports of tool calls. */
export type CallToolParts = { requests: Requests }

/**
 * Answers a call like every surface, synchronously if the answer is cached. A refusal is an answer
 * too.
 */
export type CallTool = (
  params: { name: string; arguments?: Json | undefined; _meta?: Json | undefined },
  caller: { sender: Omit<RequestIdentity, 'pays'>; hasLeft?: HasLeft },
  keptAbove?: number,
) => HttpAnswer | Promise<HttpAnswer>

const own = Object.entries(ownTools).map(([name, inputSchema]) => ({ name, inputSchema }))
const checks = inputChecks([...catalog, ...own, describeTool])

/**
 * @param newer - For callers of 2025-11-25 and later, who can also select areas: describes the
 * schema, and the list of their tools.
 */
export function createCallTool({ requests }: CallToolParts, newer?: NewerParts): CallTool {
  const quotesAgain = createQuoteCache(requests)
  const { inTurn } = createAddressTurns({ waitingMax: Infinity })
  const readCall = newer ? readNewerCall(newer) : operationOf

  return ({ name, arguments: input = {}, _meta }, { sender, hasLeft }, keptAbove) => {
    const known = attempt(() => readCall(name, input))
    if (known instanceof FiqError)
      return requests.repeat(errorAnswer(underPayment(known, _meta?.[paymentKey])), sender)
    if (typeof known === 'string') return requests.repeat(free(known), sender)
    const operation = { characters: 0, read: () => ({ ...known, isResult: true }) }
    if (name === 'price') {
      const priced = requests.price(operation, sender)
      return newer ? priced.then(inUsdc) : priced
    }
    const payment = readPresented(_meta?.[paymentKey])
    const idempotencyKey = _meta?.[idempotencyMetaKey]
    const proof = readProof(_meta?.[proofKey])
    const tellsMore = newer !== undefined
    const requester = { payment, proof, sender, hasLeft, idempotencyKey, keptAbove, tellsMore }
    const request = { operation, url: `mcp://tool/${name}`, ...requester }
    return quotesAgain(JSON.stringify([name, input]), request, async () =>
      withBody(withType(await requests.answer(request), newer !== undefined), (id) =>
        // One at a time for each address: each is a whole in memory until it is sent.
        inTurn(sender.address, () => wholeText(id, requests.readLarge)),
      ),
    )
  }
}

/** A price for callers who would read its atomic units as dollars. */
function inUsdc(answer: HttpAnswer): HttpAnswer {
  return answer.status === 200 ? { ...answer, body: withUsdc(answer.body) } : answer
}

/** Names `describe` in the error of a query with an unknown field, for callers that have it. */
function withType(answer: HttpAnswer, isNewer: boolean): HttpAnswer {
  if (!isNewer || answer.code !== 'GRAPHQL_VALIDATION_FAILED') return answer
  const body = JSON.parse(answer.body) as {
    errors: { message: string; extensions: { facts: string[] } }[]
  }
  for (const { message, extensions } of body.errors)
    extensions.facts.push(...describesType(message))
  return { ...answer, body: JSON.stringify(body) }
}

/** Reads a separately stored body into the response, because an MCP result is one message. */
async function withBody(
  answer: HttpAnswer,
  read: (id: string) => Promise<string>,
): Promise<HttpAnswer> {
  const id = referredIn(answer.body)
  if (id === undefined) return answer
  try {
    return { ...answer, body: await read(id), storedId: id }
  } catch (error) {
    if (error instanceof FiqError) return errorAnswer(error)
    throw error
  }
}

/** @returns The parsed call, or the error of an invalid one. */
function attempt<read>(readCall: () => read): read | FiqError {
  try {
    return readCall()
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
}

/** Parses the operation of a call and checks its input. @throws FiqError */
type ReadCall = (name: string, input: Json) => Operation

type NewerParts = { describe: Describe; tools: Parameters<typeof describeOwnTool>[1] }

/** Parses the operation of a newer caller, or returns the text that answers it. */
function readNewerCall({ describe, tools }: NewerParts) {
  const operationWithAreas: ReadCall = (name, input) => {
    const { rest, areas } = splitAreas(name, input)
    const operation = readDescribed(name, () => operationOf(name, rest))
    if (!areas) return operation
    return { ...areasOperation(name, rest, areas), operationName: undefined }
  }
  const names = tools.map((tool) => tool.name)
  return (name: string, input: Json): Operation | string => {
    if (!names.includes(name)) throw unknownTool(name, names)
    if (name === 'price') return priced(priceCallOf(input), operationWithAreas)
    if (name !== describeTool.name) return operationWithAreas(name, input)
    checks.get(name)!(input)
    const requested = input as { name: string; kind?: Parameters<Describe>[1] }
    const own = describeOwnTool(requested, tools)
    return own ? JSON.stringify(own) : describe(requested.name, requested.kind)
  }
}

const operationOf: ReadCall = (name, input) => {
  const check = name === describeTool.name ? undefined : checks.get(name)
  if (!check) throw unknownTool(name)
  if (name === 'price') return priced(input, operationOf)
  check(input)
  const tool = toolNamed(name)
  if (tool) return { query: tool.query, variables: input, operationName: undefined }
  return queryIn(input)
}

/** The operation that a call of `price` names. */
function priced(input: Json, readCall: ReadCall): Operation {
  checks.get('price')!(input)
  const call = pricedCallIn(input)
  return 'tool' in call ? readCall(call.tool, call.arguments) : queryIn(call)
}

/** The operation in an input that was checked. */
function queryIn(input: Json): Operation {
  const { query, variables = {}, operationName } = input as Operation
  return { query, variables, operationName }
}
