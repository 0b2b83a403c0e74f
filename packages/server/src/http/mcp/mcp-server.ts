import { RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { negotiateVersion } from '@fiq/shared/mcp/protocol-versions'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type InitializeRequestParams,
  InitializeRequestParamsSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { LRUCache } from 'lru-cache'
import { type AnswerCallParts, type CallContext, createAnswerCall, isMeta } from './answer-call.ts'
import { createMultiplexer, type Direct, type Multiplexer } from './multiplexer.ts'
import { toolList } from './tool-list.ts'
import { paymentKey } from './tool-result.ts'

/** Of what the endpoint declares, its tools and how they are paid, as the specification names it. */
const manifestVersion = '0.3.0'

const capabilities = { tools: {} }
const instructions = `Finance data by the query: market, regulatory and macro data. Every tool but "price" has a price of 0.015 to 10 USDC, which depends on its arguments and is asked for before anything is done. Pay with an API key (Authorization: Bearer), or by x402: the first call answers with isError and PaymentRequired; sign it and repeat the call with _meta["${paymentKey}"]. Informational only, provided as is.`

/**
 * Our server behind the transport. The list of tools and calls are answered without it: the list is
 * serialised once, and the JSON of an answer is passed on as it is, where the server would parse and
 * check it twice. The server has the rest of the protocol.
 */
export function createMcpServer(parts: AnswerCallParts): Multiplexer<CallContext> {
  const serverInfo = {
    name: 'fiq',
    title: 'Finance Intelligence Query',
    version: manifestVersion,
  }
  const server = new Server(serverInfo, { capabilities })
  const multiplexer = createMultiplexer<CallContext>({
    initialize: ({ id, params }) => {
      const { protocolVersion } = initializeParams(params)
      const agreed = negotiateVersion(protocolVersion)
      const result = { protocolVersion: agreed, capabilities, serverInfo, instructions }
      return resultResponse(id, JSON.stringify(result))
    },
    'tools/list': createListTools(),
    'tools/call': createAnswerCall(parts),
  })
  // Connected when this returns: what is awaited inside is the transport's start, which has nothing to do.
  void server.connect(multiplexer.transport)
  return multiplexer
}

/** @throws RpcError which the SDK's own server would call an internal error. */
function initializeParams(params: unknown): InitializeRequestParams {
  const read = InitializeRequestParamsSchema.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = ['params', ...(issue?.path ?? [])].join('.')
  throw new RpcError(rpcCodes.invalidParams, `initialize: ${at} is not as the protocol has it.`)
}

const list = JSON.stringify({ tools: toolList })

/** Responses with the list that are kept, by their id: clients count from 0, so a few are asked for. */
const listsMax = 64

function createListTools(): Direct<CallContext> {
  const lists = new LRUCache<string | number, Buffer>({
    max: listsMax,
    memoMethod: (id) => Buffer.from(resultResponse(id, list)),
  })
  return ({ id, params: { cursor, _meta } = {} }) => {
    if (!isMeta(_meta))
      throw new RpcError(
        rpcCodes.invalidParams,
        '_meta is an object, its progress token a text or a number.',
      )
    if (cursor === undefined) return lists.memo(id)
    throw new RpcError(
      rpcCodes.invalidParams,
      'The list of tools has one page: there is no cursor.',
    )
  }
}
