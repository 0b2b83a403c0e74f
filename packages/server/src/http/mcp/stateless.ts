import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { defined } from '@fiq/shared/defined'
import { isObject } from '@fiq/shared/json'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import {
  type AnswerCallParts,
  type CallContext,
  type CallVersion,
  createAnswerCall,
  paymentExtensionName,
} from './answer-call.ts'
import type { CallTool } from './call-tool.ts'
import { constantResult } from './constant-result.ts'
import type { Direct, Methods } from './multiplexer.ts'
import { createResources } from './resources.ts'

type Json = Readonly<Record<string, unknown>>

/** How long clients may cache results that are constant while this program runs. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * The methods of MCP 2026-07-28, which keeps no state between requests: no handshake, no session.
 * The lists depend only on the credentials of the request.
 */
export function createStateless(
  parts: AnswerCallParts & {
    call: CallTool
    serverInfo: Json
    instructions: string
    tools: readonly object[]
    readPage: NonNullable<CallVersion['readPage']>
  },
): Methods<CallContext> {
  const { call, serverInfo, instructions, tools, readPage, paymentExtension = true } = parts
  const { answerBudget: budget = answerBudgetDefault } = parts
  const meta = { [metaKeys.server]: serverInfo }
  const constant = (result: Json): Direct<CallContext> =>
    constantResult(
      JSON.stringify({ resultType: 'complete', ...result, ...cached, _meta: meta }),
      'The list',
    )
  const answerCall = createAnswerCall(parts, call, {
    frame: { members: '"resultType":"complete",', meta },
    budget,
    readPage,
  })
  const complete = (result: Json) => ({ resultType: 'complete', ...result, _meta: meta })
  return {
    'server/discover': constant({
      supportedVersions: protocolVersions,
      capabilities: {
        tools: {},
        resources: {},
        ...defined({ extensions: paymentExtension ? { [paymentExtensionName]: {} } : undefined }),
      },
      instructions,
    }),
    'tools/list': constant({ tools }),
    'tools/call': (request, exchange) => {
      if (isObject(request.params) && request.params['requestState'] !== undefined)
        throw invalid('This server issues no requestState.')
      return answerCall(request, exchange)
    },
    ...createResources(parts.readAnswer, budget || answerBudgetDefault, {
      listed: (result) => complete({ ...result, ...cached }),
      read: (result, ttlMs) => complete({ ...result, ttlMs, cacheScope: 'private' }),
      notFound: rpcCodes.invalidParams,
    }),
  }
}

function invalid(text: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, text)
}
