import { isObject } from '@fiq/shared/json'
import {
  errorResponse,
  type RequestId,
  RpcError,
  type RpcRequest,
  resultResponse,
  rpcCodes,
} from '@fiq/shared/mcp/json-rpc'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { type Headers, statelessFault } from '@fiq/shared/mcp/stateless-fault'
import { version } from '../../config/version.ts'
import { waitingForm } from '../approvals/approval-form.ts'
import type { Client } from '../clients/clients.ts'
import type { RequestMoney } from '../request-money.ts'
import type { SurfacePorts } from '../surface.ts'
import { callTool } from './call-tool.ts'
import { instructionsFor, revokedClient } from './open-session.ts'
import { openWindow } from './open-window.ts'
import { rpcErrorFor } from './refusal.ts'
import { answerResources, onePage } from './resources.ts'
import { toolsFor } from './tools.ts'

export type StatelessTerms = {
  /** The caller's current state: `undefined` if revoked. */
  client(): Client | undefined
  /** Whether the client still waits for responses. */
  isThere(): boolean
  /** Whether no response can be sent any more. */
  hasLeft(): boolean
  /** Receives a serialised notification of the request. */
  notify(text: string): void
  /** The money of a request. */
  moneyOf(id: RequestId): RequestMoney
  /** Receives a function to call after the result of a request was sent. */
  delivering(id: RequestId, delivered: () => void): void
  /** `undefined` on standard input, which has no headers. */
  headers: Headers | undefined
}

/** How long a client may cache a list, which depends on the caller. */
const cached = { ttlMs: 60_000, cacheScope: 'private' } as const

/** Answers requests of MCP 2026-07-28, which has no handshake and no session. */
export function createStateless(ports: SurfacePorts, terms: StatelessTerms): Stateless {
  const cancels = new Map<RequestId, () => void>()

  async function answer(request: RpcRequest, isCancelled: () => boolean): Promise<StatelessAnswer> {
    const fault = statelessFault(request, terms.headers, methods)
    if (fault) return { status: fault.status, text: errorResponse(fault.error) }
    const isThere = () => terms.isThere() && !isCancelled()
    const hasLeft = () => terms.hasLeft() || isCancelled()
    try {
      const result = await methods[request.method]!(request, ports, { ...terms, isThere, hasLeft })
      const _meta = { ...(result['_meta'] as object), [metaKeys.server]: { name: 'fiq', version } }
      const text = JSON.stringify({ resultType: 'complete', ...result, _meta })
      return { status: 200, text: resultResponse(request.id, text) }
    } catch (thrown) {
      // A result that cannot be sent is not delivered.
      terms.delivering(request.id, () => {})
      const error = rpcErrorFor(thrown, terms.moneyOf(request.id))
      return { status: 200, text: errorResponse(error, request.id) }
    }
  }

  return {
    async answer(request) {
      const { id } = request
      if (cancels.has(id)) {
        const error = new RpcError(rpcCodes.invalidParams, 'Another request has this id.')
        return { status: 400, text: errorResponse(error, id) }
      }
      const { promise, resolve } = Promise.withResolvers<undefined>()
      let isCancelled = false
      cancels.set(id, () => {
        isCancelled = true
        resolve(undefined)
      })
      try {
        return await Promise.race([answer(request, () => isCancelled), promise])
      } finally {
        cancels.delete(id)
      }
    },
    cancel: (id) => cancels.get(id)?.(),
  }
}

/** A response, serialised, and its HTTP status. */
export type StatelessAnswer = { status: number; text: string }

export type Stateless = {
  /** @returns `undefined` for a cancelled request. */
  answer(request: RpcRequest): Promise<StatelessAnswer | undefined>
  /** Ends the wait for a request. A claimed payment is completed, and its answer is stored. */
  cancel(id: RequestId): void
}

type Json = Record<string, unknown>
type Method = (
  request: RpcRequest,
  ports: SurfacePorts,
  terms: StatelessTerms,
) => Json | Promise<Json>

const methods: Readonly<Record<string, Method>> = {
  'server/discover': (_, { isPersonal }) => ({
    supportedVersions: protocolVersions,
    capabilities: { tools: {}, resources: {} },
    instructions: instructionsFor({ isPersonal, isNewer: true }),
    ...cached,
  }),
  'tools/list': ({ params }, ports, terms) => {
    const client = terms.client()
    const tools = client ? toolsFor(client, { ...ports, isNewer: true }) : []
    return onePage(params, { tools, ...cached })
  },
  'tools/call': call,
  'resources/list': ({ params }, ports, terms) => ({
    ...resourcesOf(ports, terms)['resources/list'](params),
    ...cached,
  }),
  'resources/templates/list': ({ params }, ports, terms) => ({
    ...resourcesOf(ports, terms)['resources/templates/list'](params),
    ...cached,
  }),
  'resources/read': async ({ params }, ports, terms) => {
    const { contents, remainingMs } = await resourcesOf(ports, terms)['resources/read'](params)
    return { contents, ttlMs: remainingMs, cacheScope: 'private' }
  },
}

function resourcesOf(ports: SurfacePorts, terms: StatelessTerms) {
  return answerResources(
    ports,
    () => (terms.client() ?? revokedClient).name,
    rpcCodes.invalidParams,
  )
}

async function call(
  { id, params = {} }: RpcRequest,
  ports: SurfacePorts,
  terms: StatelessTerms,
): Promise<Json> {
  const { name, arguments: input, _meta: meta = {} } = params
  if (typeof name !== 'string' || (input !== undefined && !isObject(input)))
    throw new RpcError(
      rpcCodes.invalidParams,
      'tools/call has params { "name": "…", "arguments": {…} }.',
    )
  const { progressToken } = meta
  if (!isToken(progressToken))
    throw new RpcError(rpcCodes.invalidParams, 'A progress token is text or a whole number.')
  const client = terms.client() ?? revokedClient
  const { promptInWindow, ...window } = openWindow(params, client, ports)
  const caller = {
    ...window,
    client,
    money: terms.moneyOf(id),
    isThere: terms.isThere,
    hasCancelled: terms.hasLeft,
    onWaiting: (approval: Parameters<SurfacePorts['onWaiting']>[0]) => {
      ports.onWaiting(approval)
      if (progressToken === undefined) return
      const progress = { progressToken, progress: 0, message: waitingForm(approval).message }
      terms.notify(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: progress }),
      )
    },
    callsItself: nameOf(meta[metaKeys.client]),
  }
  const toolCall = { name, input, isNewer: true, _meta: meta, promptInWindow }
  return callTool(toolCall, caller, ports, (delivered) => terms.delivering(id, delivered))
}

function isToken(token: unknown): boolean {
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
}

/** The client's own name. Not verified. */
function nameOf(info: unknown): string | undefined {
  return isObject(info) && typeof info['name'] === 'string' ? info['name'] : undefined
}
