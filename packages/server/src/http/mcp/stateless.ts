import { isObject, RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import {
  type AnswerCallParts,
  type CallContext,
  createAnswerCall,
  isMeta,
  paymentExtensionName,
} from './answer-call.ts'
import type { CallTool } from './call-tool.ts'
import type { Direct, Methods } from './multiplexer.ts'
import { toolList } from './tool-list.ts'

type Json = Readonly<Record<string, unknown>>

/** How long a client may keep what never changes while this program runs. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * The methods of MCP 2026-07-28, which keeps nothing between requests: no handshake, no session, and
 * what is listed depends on the credentials of the request alone.
 */
export function createStateless(
  parts: AnswerCallParts & { call: CallTool; serverInfo: Json; instructions: string },
): Methods<CallContext> {
  const { call, serverInfo, instructions, paymentExtension = true } = parts
  const meta = { [metaKeys.server]: serverInfo }
  const constant = (result: Json): Direct<CallContext> => {
    const text = JSON.stringify({ resultType: 'complete', ...result, ...cached, _meta: meta })
    return ({ id, params = {} }) => {
      if (!isMeta(params._meta))
        throw invalid('_meta is an object, its progress token a text or a number.')
      if (params['cursor'] !== undefined)
        throw invalid('The list has one page: there is no cursor.')
      return resultResponse(id, text)
    }
  }
  const answerCall = createAnswerCall(parts, call, { members: '"resultType":"complete",', meta })
  return {
    'server/discover': constant({
      supportedVersions: protocolVersions,
      capabilities: {
        tools: {},
        resources: {},
        ...(paymentExtension && { extensions: { [paymentExtensionName]: {} } }),
      },
      instructions,
    }),
    'tools/list': constant({ tools: toolList }),
    'tools/call': (request, exchange) => {
      if (isObject(request.params) && request.params['requestState'] !== undefined)
        throw invalid('This server makes no requestState.')
      return answerCall(request, exchange)
    },
    'resources/list': constant({ resources: [] }),
    'resources/templates/list': constant({ resourceTemplates: [] }),
    'resources/read': ({ params }) => {
      throw invalid('There is no such resource.', { uri: params?.['uri'] })
    },
  }
}

function invalid(text: string, data?: unknown): RpcError {
  return new RpcError(rpcCodes.invalidParams, text, data)
}
