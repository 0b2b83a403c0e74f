import { createDescribe } from '@fiq/shared/agent-tools/describe'
import { moreHint } from '@fiq/shared/agent-tools/newer-tools'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import {
  handshakeVersions,
  negotiateVersion,
  statelessVersion,
} from '@fiq/shared/mcp/protocol-versions'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type InitializeRequestParams,
  InitializeRequestParamsSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js'
import { type AnswerCallParts, type CallContext, createAnswerCall } from './answer-call.ts'
import { createAnswerTool } from './answers/answer-tool.ts'
import { createCallTool } from './call-tool.ts'
import { constantResult } from './constant-result.ts'
import { createMultiplexer, type Direct, type Methods, type Multiplexer } from './multiplexer.ts'
import { createResources, type ResourceVersion } from './resources.ts'
import { createStateless } from './stateless.ts'
import { toolLists } from './tool-list.ts'
import { paymentKey } from './tool-result.ts'

/** Version of the manifest that describes the endpoint, its tools and their payment. */
const manifestVersion = '0.3.0'

const capabilities = { tools: {} }
/** Resources are answers that were too large for a result. */
const newestCapabilities = { tools: {}, resources: {} }
const instructionsOf = (free: string) =>
  `Finance data by the query: market, regulatory and macro data. Every tool but ${free} has a price of 0.015 to 10 USDC, which depends on its arguments and is asked for before anything is done. Pay with an API key (Authorization: Bearer), or by x402: the first call answers with isError and PaymentRequired; sign it and repeat the call with _meta["${paymentKey}"]. Informational only, provided as is.`
const soldInstructions = instructionsOf('"price"')
const soldNewestInstructions = `${instructionsOf('"price", "describe" and "answer"')} ${moreHint}`
/** For a personal server. */
const personalInstructions =
  'Finance data by the query: market, regulatory and macro data, free, for the person who runs this server. Informational only, provided as is.'

/**
 * Our server behind the transport. Lists of tools and calls bypass the SDK's server: the list is
 * serialised once, and the JSON of an answer is copied unchanged, which the SDK's server would
 * parse and check twice. The SDK's server handles the rest of the protocol.
 */
export function createMcpServer(parts: AnswerCallParts): Multiplexer<CallContext> {
  const serverInfo = {
    name: 'fiq',
    title: 'Finance Intelligence Query',
    version: manifestVersion,
  }
  const { isPersonal = false } = parts
  const [instructions, newestInstructions] = isPersonal
    ? [personalInstructions, `${personalInstructions} ${moreHint}`]
    : [soldInstructions, soldNewestInstructions]
  const tools = toolLists(isPersonal)
  const server = new Server(serverInfo, { capabilities })
  const call = createCallTool(parts)
  const methods: Methods<CallContext> = {
    initialize: ({ id, params }) => {
      const protocolVersion = negotiateVersion(initializeParams(params).protocolVersion)
      const isNewest = protocolVersion === handshakeVersions[0]
      const result = {
        protocolVersion,
        capabilities: isNewest ? newestCapabilities : capabilities,
        serverInfo,
        instructions: isNewest ? newestInstructions : instructions,
      }
      return resultResponse(id, JSON.stringify(result))
    },
    'tools/list': createListTools(tools.older),
    'tools/call': createAnswerCall(parts, call, { budget: 0 }),
  }
  const { answerBudget: budget = answerBudgetDefault, readAnswer, report } = parts
  const readPage = createAnswerTool(readAnswer, report)
  const describe = createDescribe(parts.contract)
  const newestCall = createCallTool(parts, { describe, tools: tools.newer })
  const ofNewest: Methods<CallContext> = {
    ...methods,
    'tools/list': createListTools(tools.newer),
    'tools/call': createAnswerCall(parts, newestCall, { budget, readPage }),
    ...createResources(readAnswer, budget || answerBudgetDefault, plainResources),
  }
  const stateless = createStateless({
    ...parts,
    call: newestCall,
    serverInfo,
    instructions: newestInstructions,
    tools: tools.newer,
    readPage,
  })
  const multiplexer = createMultiplexer<CallContext>((version) =>
    version === statelessVersion
      ? stateless
      : version === handshakeVersions[0]
        ? ofNewest
        : methods,
  )
  // Connected on return: the transport's start, which is awaited inside, does nothing.
  void server.connect(multiplexer.transport)
  return multiplexer
}

const plainResources: ResourceVersion = {
  listed: (result) => result,
  read: (result) => result,
  notFound: rpcCodes.resourceNotFound,
}

/**
 * @throws RpcError for parameters that the SDK's own server would answer with an internal error.
 */
function initializeParams(params: unknown): InitializeRequestParams {
  const read = InitializeRequestParamsSchema.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = ['params', ...(issue?.path ?? [])].join('.')
  throw new RpcError(rpcCodes.invalidParams, `initialize: ${at} does not follow the protocol.`)
}

function createListTools(tools: readonly McpTool[]): Direct<CallContext> {
  return constantResult(JSON.stringify({ tools }), 'The list of tools')
}
