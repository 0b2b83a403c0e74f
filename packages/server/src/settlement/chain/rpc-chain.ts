import { jsonOf } from '@fiq/shared/json'
import { request } from 'undici'
import * as z from 'zod'
import { userAgent } from '../../config/user-agent.ts'
import type { ChainPort } from './chain-reads.ts'

export type RpcChainOptions = {
  /** `http://…` or `https://…`. May contain a key of the provider, so no message repeats it. */
  url: string
  /** Time limit of one request, until the last byte of its response. */
  timeoutMs?: number
}

/** Larger than any expected response. The logs of one nonce have a few hundred bytes. */
const answerBytesMax = 4 * 1024 * 1024

const answerSchema = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }).refine((answer) => 'result' in answer),
])

/** Maximum calls in one request. Public nodes refuse many more. */
const batchMax = 20

type RpcCall = {
  id: number
  method: string
  params: readonly unknown[]
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * A node of the chain, reached by JSON-RPC over HTTP. Concurrent calls share one batch request, for
 * one round trip. A node that rejects batches gets single requests from then on.
 *
 * A refusal by the node, such as a revert, is an error with `code` and `data`. An unreachable node
 * or an invalid response is an error without a code. Only a rejected batch is sent again.
 */
export function createRpcChain({ url, timeoutMs = 10_000 }: RpcChainOptions): ChainPort {
  let id = 0
  let takesLists = true
  let gathered: RpcCall[] = []

  const sendOne = async (question: RpcCall) => {
    try {
      question.resolve(resultOf(await post(url, wireOf(question), question, timeoutMs), question))
    } catch (error) {
      question.reject(error as Error)
    }
  }
  const sendBatch = async (questions: RpcCall[]) => {
    const [first, second] = questions
    if (!takesLists || !second) return questions.forEach((each) => void sendOne(each))
    let answers: unknown
    try {
      answers = await post(url, `[${questions.map(wireOf).join(',')}]`, first!, timeoutMs)
    } catch (error) {
      for (const { reject } of questions) reject(error as Error)
      return
    }
    if (!Array.isArray(answers)) {
      takesLists = false
      return questions.forEach((each) => void sendOne(each))
    }
    const byId = new Map(answers.map((answer: { id?: unknown } | null) => [answer?.id, answer]))
    for (const question of questions)
      try {
        question.resolve(resultOf(byId.get(question.id), question))
      } catch (error) {
        question.reject(error as Error)
      }
  }
  const sendGathered = () => {
    const questions = gathered
    gathered = []
    while (questions.length > 0) void sendBatch(questions.splice(0, batchMax))
  }

  return {
    request: ({ method, params = [] }) =>
      new Promise((resolve, reject) => {
        gathered.push({ id: ++id, method, params, resolve, reject })
        if (gathered.length === 1) queueMicrotask(sendGathered)
      }),
  }
}

function wireOf({ id, method, params }: RpcCall): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** @throws The refusal of the node, or an error for an invalid response. */
function resultOf(answer: unknown, { method }: RpcCall): unknown {
  const read = answerSchema.safeParse(answer)
  if (!read.success) throw notSent(method, 'its answer is not JSON-RPC')
  if (!('error' in read.data)) return read.data.result
  const { code, message, data } = read.data.error
  throw Object.assign(new Error(message.slice(0, 300)), { code, data })
}

async function post(
  url: string,
  body: string,
  { method }: Pick<RpcCall, 'method'>,
  timeoutMs: number,
): Promise<unknown> {
  let text: string
  try {
    // fetch takes more than twice the time. This request follows no redirect.
    const response = await request(url, {
      method: 'POST',
      // Some proxies in front of nodes refuse requests without a user agent.
      headers: { 'content-type': 'application/json', 'user-agent': userAgent() },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await boundedText(response.body)
  } catch (error) {
    throw notSent(method, reasonOf(error))
  }
  const value = jsonOf(text)
  if (value === undefined) throw notSent(method, 'its answer is not JSON')
  return value
}

/** Reads a response up to its size limit. */
async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  if (error.message === 'too long') return `its answer exceeds ${answerBytesMax} bytes`
  const { code } = error as { code?: unknown }
  return `it cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}

/**
 * An error with neither the address nor a `code`, so that no caller takes it for a response of the
 * node.
 */
function notSent(method: string, why: string): Error {
  return new Error(`The node did not answer ${method}: ${why}.`)
}
