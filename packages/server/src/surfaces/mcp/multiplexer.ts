import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'

/** Who asked, and where what comes before the answer goes. */
export type Exchange<context> = {
  context: context
  /** Takes a notification, serialised, that belongs to the request. */
  notify(text: string): void
}

/**
 * One transport that carries the requests of all clients to one SDK `Server`, instead of a server
 * and a transport for each request. Ids of clients are replaced by ours on the way in and put back
 * on the way out, so equal ids of two clients never meet, and nobody can name another's request.
 */
export type Multiplexer<context> = {
  /** What `Server.connect` takes. */
  transport: Transport
  /** Requests under way. */
  readonly pending: number
  /** @returns The response, serialised. Never rejects: the server answers every request. */
  answer(request: JSONRPCRequest, exchange: Exchange<context>): Promise<string>
  /** What came with the request of this id, as handlers see it. */
  contextOf(id: RequestId): context
}

type Pending<context> = Exchange<context> & { id: RequestId; resolve(text: string): void }

/** @param constants - Results by method, serialised once, for requests that say nothing but the method. */
export function openMultiplexer<context>(
  constants: ReadonlyMap<string, string> = new Map(),
): Multiplexer<context> {
  const pending = new Map<RequestId, Pending<context>>()
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
      const asked = pending.get(id)
      pending.delete(id)
      asked?.resolve(JSON.stringify({ ...message, id: asked.id } satisfies JSONRPCMessage))
    },
  }

  return {
    transport,
    get pending() {
      return pending.size
    },
    answer(request, exchange) {
      const constant = request.params ? undefined : constants.get(request.method)
      if (constant !== undefined)
        return Promise.resolve(
          `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${constant}}`,
        )
      count += 1
      const id = `r${count}`
      return new Promise((resolve) => {
        pending.set(id, { ...exchange, id: request.id, resolve })
        transport.onmessage?.({ ...request, id })
      })
    },
    contextOf(id) {
      const asked = pending.get(id)
      if (!asked) throw new Error('Only a request under way has a context.')
      return asked.context
    },
  }
}
