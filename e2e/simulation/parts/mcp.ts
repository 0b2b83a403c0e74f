import { defined } from '@fiq/shared/defined'
import { type ErrorCode, errorTable } from '@fiq/shared/errors'
import { idempotencyMetaKey } from '@fiq/shared/idempotency-key'
import { statelessVersion } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { paymentKey } from '../../../packages/server/src/http/mcp/tool-result.ts'
import type { World } from '../world/world.ts'
import { serverUrl } from './client.ts'
import type { SimulatedRequest } from './server.ts'

/**
 * An MCP client that pays by x402: its calls carry the payments of the real client, whose requests
 * and answers are translated here.
 */
export const mcpPath = '/mcp'

const receiptKey = 'x402/payment-response'
const versions = ['2025-06-18', '2025-11-25', statelessVersion] as const

type Json = Record<string, unknown>
type Call = { name: string; arguments: Json }

/** A call of a tool as a message of one of the versions. `body`: the name and the arguments. */
export function mcpCall(world: World, request: SimulatedRequest): SimulatedRequest {
  const { 'payment-signature': payment, 'idempotency-key': key, ...rest } = request.headers
  const call = JSON.parse(request.body) as Call
  const version = versions[world.choose('mcp version', versions.length)]!
  const isStateless = version === statelessVersion
  const _meta = {
    ...defined({
      [paymentKey]: payment === undefined ? undefined : forResource(payment, call.name),
      [idempotencyMetaKey]: key,
      [metaKeys.version]: isStateless ? version : undefined,
      [metaKeys.capabilities]: isStateless ? {} : undefined,
      progressToken: world.choose('mcp progress', 2) === 0 ? 'p' : undefined,
    }),
  }
  const params = { ...call, _meta }
  return {
    ...request,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      ...rest,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...defined({
        'mcp-method': isStateless ? 'tools/call' : undefined,
        'mcp-name': isStateless ? call.name : undefined,
      }),
    },
  }
}

/** A payment names the resource of its quote, which the server calls by its tool. */
function forResource(payment: string, tool: string): unknown {
  const payload = decodeHeader(payment) as Json
  return { ...payload, resource: { url: `mcp://tool/${tool}` } }
}

type Result = {
  content: [{ text: string }]
  structuredContent: Json
  isError?: boolean
  _meta?: Json
}

/** The answer to a call as the route of GraphQL would send it. */
export function mcpAnswer({ status, headers, body }: HttpAnswer): HttpAnswer {
  const messages = body.startsWith('event:')
    ? body.split('\n').filter((line) => line.startsWith('data: '))
    : [`data: ${body}`]
  const last = JSON.parse(messages.at(-1)!.slice('data: '.length)) as {
    result?: Result
    error?: { data?: Json }
  }
  const plain = { 'content-type': 'application/json' }
  if (!last.result) {
    const errors = [{ message: 'refused', extensions: last.error?.data ?? {} }]
    const refused = status === 200 ? 500 : status
    return { status: refused, headers: { ...headers, ...plain }, body: JSON.stringify({ errors }) }
  }
  const { content, structuredContent, isError, _meta } = last.result
  if (!isError) {
    const receipt = _meta?.[receiptKey]
    const fields = receipt === undefined ? {} : { 'payment-response': encodeHeader(receipt) }
    return { status: 200, headers: { ...plain, ...fields }, body: content[0].text }
  }
  const { errors, [receiptKey]: _, ...quote } = structuredContent
  const sent = errors === undefined ? '{}' : JSON.stringify({ errors })
  if (!('x402Version' in quote))
    return { status: statusOf(errors), headers: { ...headers, ...plain }, body: sent }
  const required = encodeHeader({ ...quote, resource: { url: new URL(mcpPath, serverUrl).href } })
  return { status: 402, headers: { ...plain, 'payment-required': required }, body: sent }
}

/** The HTTP status of the first error, which a result of MCP does not have. */
function statusOf(errors: unknown): number {
  const [error] = (errors ?? []) as { extensions?: { code?: string } }[]
  return errorTable[error?.extensions?.code as ErrorCode]?.status ?? 500
}
