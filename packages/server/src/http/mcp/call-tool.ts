import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { idempotencyMetaKey } from '../../credits/idempotency-key.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import { referredIn } from '../../storage/payments/body-reference.ts'
import { errorAnswer, type HttpAnswer } from '../http-answer.ts'
import type { Requests } from '../query/answer-request.ts'
import type { Operation } from '../query/query-ports.ts'
import { createQuoteCache } from '../query/quote-cache.ts'
import { inputChecks } from '../query/tool-inputs.ts'
import { unknownTool } from '../query/tools.ts'
import { readPresented, readProof } from '../request-identity.ts'
import type { ReadLarge } from '../send-body.ts'
import { wholeText } from './answers/read-answer.ts'
import { ownTools } from './tool-list.ts'
import { paymentKey, proofKey } from './tool-result.ts'

type Json = Readonly<Record<string, unknown>>

/** What calling tools needs from the rest of the server. */
export type CallToolParts = { requests: Requests }

/**
 * Answers a call the way every surface answers; at once, where the answer is known. What is refused
 * is an answer too.
 */
export type CallTool = (
  params: { name: string; arguments?: Json | undefined; _meta?: Json | undefined },
  sender: Omit<RequestIdentity, 'pays'>,
  keptAbove?: number,
) => HttpAnswer | Promise<HttpAnswer>

const own = Object.entries(ownTools).map(([name, inputSchema]) => ({ name, inputSchema }))
const checks = inputChecks([...catalog, ...own])

export function createCallTool({ requests }: CallToolParts): CallTool {
  const quotesAgain = createQuoteCache(requests)

  return ({ name, arguments: input = {}, _meta }, sender, keptAbove) => {
    const known = operationOf(name, input)
    if (known instanceof FiqError) return requests.repeat(errorAnswer(known), sender)
    const operation = { ...known, isResult: true }
    if (name === 'price') return requests.price(operation, sender)
    const payment = readPresented(_meta?.[paymentKey])
    const idempotencyKey = _meta?.[idempotencyMetaKey]
    const proof = readProof(_meta?.[proofKey])
    const requester = { payment, proof, sender, idempotencyKey, keptAbove }
    const request = { ...operation, url: `mcp://tool/${name}`, ...requester }
    return quotesAgain(JSON.stringify([name, input]), request, async () =>
      withBody(await requests.answer(request), requests.readLarge),
    )
  }
}

/** A result of MCP is one message: an answer that was stored as a large one is in it as a whole. */
async function withBody(answer: HttpAnswer, readLarge: ReadLarge): Promise<HttpAnswer> {
  const id = referredIn(answer.body)
  if (id === undefined) return answer
  return { ...answer, body: await wholeText(id, readLarge), keptId: id }
}

/** The operation behind a call, its input checked; or what is wrong with it. */
function operationOf(name: string, input: Json): Operation | FiqError {
  const check = checks.get(name)
  if (!check) return unknownTool(name)
  try {
    check(input)
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
  const tool = toolNamed(name)
  if (tool) return { query: tool.query, variables: input, operationName: undefined }
  const { query, variables = {}, operationName } = input as Partial<Operation>
  if (name === 'price' && input['tool'] !== undefined) return pricedTool(input)
  if (query === undefined) return eitherOr()
  return { query, variables, operationName }
}

function pricedTool({ tool, arguments: given, query }: Json): Operation | FiqError {
  if (query !== undefined) return eitherOr()
  const name = String(tool)
  if (toolNamed(name)) return operationOf(name, (given ?? {}) as Json)
  return new FiqError('BAD_INPUT', `price: there is no tool "${name.slice(0, 64)}" with a price.`, {
    facts: unknownTool(name).facts,
  })
}

function eitherOr(): FiqError {
  return new FiqError('BAD_INPUT', 'price: give either a tool or a query.', {
    remedy: 'Send { "tool": "quotes", "arguments": {…} } or { "query": "…", "variables": {…} }.',
  })
}
