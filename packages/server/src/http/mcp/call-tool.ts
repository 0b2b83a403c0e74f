import { areasOperation, splitAreas } from '@fiq/shared/agent-tools/areas'
import type { Describe } from '@fiq/shared/agent-tools/describe'
import { newerCatalog, newerToolNamed } from '@fiq/shared/agent-tools/newer-catalog'
import {
  describeOwnTool,
  describeTool,
  priceAnswer,
  priceCallOf,
  pricedCallIn,
} from '@fiq/shared/agent-tools/newer-tools'
import { nextCalls, readDescribed, remedyForTools } from '@fiq/shared/agent-tools/next-call'
import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { idempotencyMetaKey } from '@fiq/shared/idempotency-key'
import type { HasLeft } from '../../payments/ports.ts'
import { createAddressTurns } from '../../rate-limit/address-turns.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import { referredIn } from '../../storage/payments/body-reference.ts'
import { errorAnswer, free, type HttpAnswer, underPayment } from '../http-answer.ts'
import type { Requests } from '../query/answer-request.ts'
import type { Operation, ServiceRequest } from '../query/query-ports.ts'
import { addSecret } from '../query/quote-answer.ts'
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
  storedAbove?: number,
) => HttpAnswer | Promise<HttpAnswer>

const own = Object.entries(ownTools).map(([name, inputSchema]) => ({ name, inputSchema }))
const checks = inputChecks([...catalog, ...own])
const newerChecks = inputChecks([...newerCatalog, ...own, describeTool])

/**
 * @param newer - For callers of 2025-11-25 and later, who can also select areas: describes the
 * schema, and the list of their tools.
 */
export function createCallTool({ requests }: CallToolParts, newer?: NewerParts): CallTool {
  const quotesAgain = createQuoteCache(requests, { secretIn: addSecret })
  const answer = createAnswer(requests, newer)

  return (params, { sender, hasLeft }, storedAbove) => {
    const { name, arguments: input = {}, _meta } = params
    const payment = readPresented(_meta?.[paymentKey])
    // A cached answer costs neither parsing nor a check of its input.
    return quotesAgain(JSON.stringify([name, input]), { payment, sender }, () =>
      answer({ name, input, _meta, payment, sender, hasLeft, storedAbove }),
    )
  }
}

/** Answers a call that is not cached. */
function createAnswer(requests: Requests, newer: NewerParts | undefined) {
  const { inTurn } = createAddressTurns({ waitingMax: Infinity })
  const readCall = newer ? readNewerCall(newer) : operationOf

  return async ({ name, input, _meta, ...requester }: UnreadCall): Promise<HttpAnswer> => {
    const { sender } = requester
    const toNext = (answer: HttpAnswer) => (newer ? withNextCalls(answer, name) : answer)
    const known = attempt(() => readCall(name, input))
    if (known instanceof FiqError)
      return requests.repeat(toNext(errorAnswer(underPayment(known, _meta?.[paymentKey]))), sender)
    if (typeof known === 'string') return requests.repeat(free(known), sender)
    const operation = { characters: 0, read: () => ({ ...known, isResult: true }) }
    if (name === 'price') {
      const priced = await requests.price(operation, sender)
      return newer ? toNext(inUsdc(priced)) : priced
    }
    const answered = await requests.answer({
      ...requester,
      operation,
      url: `mcp://tool/${name}`,
      idempotencyKey: _meta?.[idempotencyMetaKey],
      proof: readProof(_meta?.[proofKey]),
      tellsMore: newer !== undefined,
    })
    return withBody(toNext(answered), (id) =>
      // One at a time for each address: each is a whole in memory until it is sent.
      inTurn(sender.address, () => wholeText(id, requests.readLarge)),
    )
  }
}

type UnreadCall = Pick<ServiceRequest, 'payment' | 'sender' | 'hasLeft' | 'storedAbove'> & {
  name: string
  input: Json
  _meta: Json | undefined
}

/** A price for callers who would read its atomic units as dollars. */
function inUsdc(answer: HttpAnswer): HttpAnswer {
  if (answer.status !== 200) return answer
  const price = JSON.parse(answer.body) as Parameters<typeof priceAnswer>[0]
  return { ...answer, body: JSON.stringify(priceAnswer(price)) }
}

/** An error that names the next call, and remedies in words of the tools. */
function withNextCalls(answer: HttpAnswer, name: string): HttpAnswer {
  if (answer.code === undefined) return answer
  const body = JSON.parse(answer.body) as {
    errors: { message: string; extensions: { code: string; facts: string[]; remedy: string } }[]
  }
  for (const { message, extensions } of body.errors) {
    extensions.facts.push(...nextCalls({ ...extensions, message }, name, () => true))
    extensions.remedy = remedyForTools(extensions.remedy)
  }
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
  const read: ReadCall = (name, input) =>
    readDescribed(name, () => {
      const { rest, areas } = splitAreas(name, input)
      newerChecks.get(name)!(rest)
      if (areas) return { ...areasOperation(name, rest, areas), operationName: undefined }
      return operationIn(newerToolNamed(name, rest), rest)
    })
  const names = tools.map((tool) => tool.name)
  return (name: string, input: Json): Operation | string => {
    if (!names.includes(name)) throw unknownTool(name, names)
    if (name === 'price') {
      const call = readDescribed(name, () => pricedCall(priceCallOf(input), newerChecks))
      return 'tool' in call ? read(call.tool, call.arguments) : queryIn(call)
    }
    if (name !== describeTool.name) return read(name, input)
    readDescribed(name, () => newerChecks.get(name)!(input))
    const requested = input as { name: string; kind?: Parameters<Describe>[1] }
    const own = describeOwnTool(requested, tools)
    return own ? JSON.stringify(own) : describe(requested.name, requested.kind)
  }
}

const operationOf: ReadCall = (name, input) => {
  const check = checks.get(name)
  if (!check) throw unknownTool(name)
  if (name === 'price') {
    const call = pricedCall(input, checks)
    return 'tool' in call ? operationOf(call.tool, call.arguments) : queryIn(call)
  }
  check(input)
  return operationIn(toolNamed(name), input)
}

/** The call that an input of `price` names. */
function pricedCall(input: Json, checksOf: typeof checks): ReturnType<typeof pricedCallIn> {
  checksOf.get('price')!(input)
  return pricedCallIn(input)
}

/** The operation of a checked input: of a tool of the catalog, or of `graphql`. */
function operationIn(tool: Tool | undefined, input: Json): Operation {
  return tool ? { query: tool.query, variables: input, operationName: undefined } : queryIn(input)
}

/** The operation in an input that was checked. */
function queryIn(input: Json): Operation {
  const { query, variables = {}, operationName } = input as Operation
  return { query, variables, operationName }
}
