import {
  errorResponse,
  isRequest,
  type RequestId,
  RpcError,
  type RpcMessage,
  type RpcRequest,
  rpcCodes,
} from '@fiq/shared/mcp/json-rpc'
import type { Posted } from '@fiq/shared/mcp/read-post'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Sdk } from './open-session.ts'

/** Messages of one caller to a session of the SDK, and the replies. */
export type Exchange = {
  /** The transport for `Server.connect`. */
  transport: Transport
  /**
   * Passes messages on.
   *
   * @returns The serialised responses, once all are present; `undefined` if there are none.
   */
  answer(posted: Omit<Posted, 'version'>): Promise<string | undefined>
}

/**
 * @param write - Writes serialised messages that precede a response or have none.
 * @param failed - Returns the serialised error of a request whose response cannot be sent. The
 * request may have paid.
 */
export function openExchange(
  sdk: Sdk,
  write: (text: string) => void,
  failed: (id: RequestId, thrown: unknown) => string,
): Exchange {
  // The SDK does not answer cancelled requests or requests of disconnected callers.
  const waiting = new Map<RequestId, (answer: string | undefined) => void>()
  const settle = (id: RequestId, answer?: string) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }
  // The SDK only reports what `send` throws, and the caller would wait without end.
  const serialised = (id: RequestId, message: unknown) => {
    try {
      return JSON.stringify(message)
    } catch (thrown) {
      return failed(id, thrown)
    }
  }
  const transport: Transport = {
    start: async () => {},
    async close() {
      for (const id of [...waiting.keys()]) settle(id)
      transport.onclose?.()
    },
    async send(message) {
      if ('method' in message) write(JSON.stringify(message))
      else if (message.id !== undefined) settle(message.id, serialised(message.id, message))
    },
  }

  const request = (request: RpcRequest) => {
    const { id } = request
    if (waiting.has(id)) return errorResponse(refused('Another request has this id.', id))
    // The SDK drops invalid messages without a response.
    if (!sdk.isJSONRPCRequest(request))
      return errorResponse(refused('The parameters do not match the protocol.', id))
    return new Promise<string | undefined>((resolve) => {
      waiting.set(id, resolve)
      transport.onmessage?.(withoutTask(request))
    }).catch((thrown: unknown) => {
      waiting.delete(id)
      return failed(id, thrown)
    })
  }
  const take = (message: RpcMessage) => {
    if (isRequest(message)) return request(message)
    transport.onmessage?.(message)
    if ('method' in message && message.method === 'notifications/cancelled')
      settle(message.params?.['requestId'] as RequestId)
    return undefined
  }

  return {
    transport,
    async answer({ messages, isBatch }) {
      const answers = (await Promise.all(messages.map(take))).filter((each) => each !== undefined)
      return isBatch && answers.length > 0 ? `[${answers.join(',')}]` : answers[0]
    },
  }
}

/** The SDK refuses `task`, which a program without tasks has to ignore. Source: MCP 2025-11-25. */
function withoutTask(request: RpcRequest): RpcRequest {
  if (request.params?.['task'] === undefined) return request
  const { task: _, ...params } = request.params
  return { ...request, params }
}

function refused(problem: string, id: RequestId): RpcError {
  return new RpcError(rpcCodes.invalidParams, problem, undefined, id)
}
