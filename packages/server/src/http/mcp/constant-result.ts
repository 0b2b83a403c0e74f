import { RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { LRUCache } from 'lru-cache'
import { type CallContext, isMeta } from './answer-call.ts'
import type { Direct } from './multiplexer.ts'

/**
 * Maximum number of cached responses, by request id. Clients count from 0, so few ids repeat.
 */
const responsesMax = 64
/** Responses for longer ids are not cached: an id may be as long as a body. */
const idCharactersMax = 64

/**
 * A method whose result is constant and has one page. Its responses are stored as bytes by request
 * id, because encoding twenty kilobytes takes as long as the rest of the request.
 *
 * @param result - JSON text.
 * @param name - For the error of a cursor.
 */
export function constantResult(result: string, name: string): Direct<CallContext> {
  const responseTo = (id: string | number) => Buffer.from(resultResponse(id, result))
  const responses = new LRUCache<string | number, Buffer>({
    max: responsesMax,
    memoMethod: responseTo,
  })
  return ({ id, params: { cursor, _meta } = {} }) => {
    refuseMeta(_meta)
    if (cursor !== undefined) throw invalid(`${name} has only one page, so no cursor is valid.`)
    return String(id).length > idCharactersMax ? responseTo(id) : responses.memo(id)
  }
}

/** @throws RpcError for an invalid `_meta`. */
export function refuseMeta(meta: unknown): void {
  if (!isMeta(meta))
    throw invalid('_meta must be an object, and its progress token a string or a number.')
}

function invalid(text: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, text)
}
