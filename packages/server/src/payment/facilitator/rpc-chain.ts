import * as z from 'zod'
import type { ChainPort } from './chain-reads.ts'

export type RpcChainOptions = {
  /** `http://…` or `https://…`. May hold a key of the provider, so no message repeats it. */
  url: string
  /** For one request, from its start to the last byte of its answer. */
  timeoutMs?: number
}

/** More than any answer that is asked for; the logs of one nonce are a few hundred bytes. */
const answerBytesMax = 4 * 1024 * 1024

const answerSchema = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }).refine((answer) => 'result' in answer),
])

/**
 * A node of the chain, asked by JSON-RPC over HTTP.
 *
 * What the node refuses is an error with its `code` and `data`, such as a revert; a node that
 * cannot be asked, or answers nonsense, is an error without a code. Nothing is asked twice.
 */
export function openRpcChain({ url, timeoutMs = 10_000 }: RpcChainOptions): ChainPort {
  let id = 0
  return {
    async request({ method, params = [] }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
      const answer = answerSchema.safeParse(await post(url, body, { method, timeoutMs }))
      if (!answer.success) throw notAsked(method, 'its answer is not JSON-RPC')
      if (!('error' in answer.data)) return answer.data.result
      const { code, message, data } = answer.data.error
      throw Object.assign(new Error(message.slice(0, 300)), { code, data })
    },
  }
}

async function post(
  url: string,
  body: string,
  { method, timeoutMs }: { method: string; timeoutMs: number },
): Promise<unknown> {
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await boundedText(response)
  } catch (error) {
    throw notAsked(method, reasonOf(error))
  }
  try {
    return JSON.parse(text)
  } catch {
    throw notAsked(method, 'its answer is not JSON')
  }
}

/** A node that never stops talking is cut off. */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  if (error.message === 'too long') return `it answers more than ${answerBytesMax} bytes`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return `it cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Without the address, and without a `code`: nobody may take this for an answer of the node. */
function notAsked(method: string, why: string): Error {
  return new Error(`The node could not be asked for ${method}: ${why}.`)
}
