import { errorResponse, RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import type { HandshakeVersion, statelessVersion } from '@fiq/shared/mcp/protocol-versions'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'

/** A version of the protocol; `undefined` until `initialize` agrees on one. */
export type Version = HandshakeVersion | typeof statelessVersion | undefined

/** The caller, its protocol version, and the receiver of messages that precede the response. */
export type Exchange<context> = {
  context: context
  version: Version
  /** Receives a serialised notification of the request. */
  notify(text: string): void
}

/** A serialised response: text, or cached UTF-8 bytes. */
export type Response = string | Buffer

/**
 * Answers the requests of one method without the SDK's server; synchronously if possible.
 *
 * @throws RpcError, which becomes the error of the response.
 */
export type Direct<context> = (
  request: JSONRPCRequest,
  exchange: Exchange<context>,
) => Response | Promise<Response>

/** Methods that bypass the SDK's server, by name. */
export type Methods<context> = Readonly<Record<string, Direct<context>>>

/**
 * One transport that carries the requests of all clients to one SDK `Server`, instead of a server
 * and a transport for each request. It replaces the request ids of clients on input and restores
 * them on output, so equal ids of two clients cannot collide, and no client can address another's
 * request.
 */
export type Multiplexer<context> = {
  /** The transport for `Server.connect`. */
  transport: Transport
  /** Number of requests in progress. */
  readonly pending: number
  /**
   * Methods that bypass the SDK's server: all of the stateless version, and frequent ones of the
   * others.
   */
  methodsOf(version: Version): Methods<context>
  answer(request: JSONRPCRequest, exchange: Exchange<context>): Response | Promise<Response>
}

type Pending = Pick<Exchange<unknown>, 'notify'> & { id: RequestId; resolve(text: string): void }

/** @param methodsOf - See {@link Multiplexer}. */
export function createMultiplexer<context>(
  methodsOf: (version: Version) => Methods<context> = () => ({}),
): Multiplexer<context> {
  const pending = new Map<RequestId, Pending>()
  let underWay = 0
  let count = 0

  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    async send(message, options) {
      if ('method' in message) {
        pending.get(options?.relatedRequestId ?? '')?.notify(JSON.stringify(message))
        return
      }
      const id = message.id ?? ''
      const call = pending.get(id)
      pending.delete(id)
      call?.resolve(JSON.stringify({ ...message, id: call.id } satisfies JSONRPCMessage))
    },
  }

  async function countedUntil(response: Promise<Response>): Promise<Response> {
    underWay += 1
    try {
      return await response
    } finally {
      underWay -= 1
    }
  }

  function answerDirectly(
    request: JSONRPCRequest,
    exchange: Exchange<context>,
    answer: Direct<context>,
  ): Response | Promise<Response> {
    const failed = (error: unknown) => {
      if (error instanceof RpcError) return errorResponse(error, request.id)
      throw error
    }
    try {
      const response = answer(request, exchange)
      return response instanceof Promise ? countedUntil(response).catch(failed) : response
    } catch (error) {
      return failed(error)
    }
  }

  return {
    transport,
    methodsOf,
    get pending() {
      return pending.size + underWay
    },
    answer(request, exchange) {
      const methods = methodsOf(exchange.version)
      const known = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
      if (known) return answerDirectly(request, exchange, known)
      count += 1
      const id = `r${count}`
      const message = { ...request, id }
      // The SDK's server drops invalid messages without a response.
      if (!isJSONRPCRequest(message)) return errorResponse(unreadable(), request.id)
      return new Promise((resolve) => {
        pending.set(id, { notify: exchange.notify, id: request.id, resolve })
        transport.onmessage?.(message)
      })
    },
  }
}

function unreadable(): RpcError {
  return new RpcError(rpcCodes.invalidParams, 'The parameters do not follow the protocol.')
}
