import { bounds } from '../bounds.ts'
import { defined } from '../defined.ts'
import type { FiqError } from '../errors.ts'
import { isObject, jsonOf } from '../json.ts'
import { jsonNestsDeeper } from '../nesting.ts'

/** The id of a request, chosen by its sender. */
export type RequestId = string | number

type Params = { _meta?: { progressToken?: RequestId; [key: string]: unknown } } & {
  [key: string]: unknown
}

/** A request. `params` is any object; each method validates its own. */
export type RpcRequest = { jsonrpc: '2.0'; id: RequestId; method: string; params?: Params }

/** Messages without a response. */
type RpcNotification = { jsonrpc: '2.0'; method: string; params?: Params }
type RpcResult = { jsonrpc: '2.0'; id: RequestId; result: Record<string, unknown> }
type RpcFailure = { jsonrpc: '2.0'; id: RequestId; error: { code: number; message: string } }

/** A JSON-RPC 2.0 message after the check of its form. Assignable to the official SDK's type. */
export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcFailure

/** Codes of JSON-RPC 2.0 and of MCP. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** Our code for errors of the error table. `error.data` contains the row. */
  refused: -32_000,
  /** Unknown resource, in protocol versions with a handshake. */
  resourceNotFound: -32_002,
  /** A header of the request differs from its body. */
  headerMismatch: -32_020,
  /** The protocol version of the header is not supported; `error.data` lists the supported ones. */
  unsupportedVersion: -32_022,
} as const

/** Maximum number of messages in one body. */
const batchMessagesMax = 20

/** An error that becomes the `error` of a JSON-RPC response. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  /** The request that it answers; `null` if its id could not be read. */
  readonly id: RequestId | null

  constructor(code: number, message: string, data?: unknown, id: RequestId | null = null) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
    this.id = id
  }
}

/**
 * Parses the messages of one body.
 *
 * @param takesBatches - Whether the protocol version allows several messages in one body.
 * @throws RpcError when the body is not JSON-RPC 2.0.
 */
export function readMessages(
  text: string,
  takesBatches: boolean,
): { messages: readonly RpcMessage[]; isBatch: boolean } {
  const json = parsed(text)
  if (!Array.isArray(json)) return { messages: [message(json)], isBatch: false }
  if (!takesBatches)
    throw new RpcError(rpcCodes.invalidRequest, 'Batches are served on version 2025-03-26 only.')
  if (json.length === 0 || json.length > batchMessagesMax)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `A batch has 1 to ${batchMessagesMax} messages; this one has ${json.length}.`,
    )
  const messages = json.map(message)
  if (messages.some((each) => 'method' in each && each.method === 'initialize'))
    throw new RpcError(rpcCodes.invalidRequest, 'initialize is not part of a batch.')
  return { messages, isBatch: true }
}

/** Whether a message is a request. Notifications and responses get no response. */
export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message
}

/** Converts an error of the table to a JSON-RPC error. */
export function rpcErrorOf(error: FiqError): RpcError {
  return new RpcError(rpcCodes.refused, error.message, error.toJSON())
}

/** A response with a result. @param result - JSON text, copied unchanged. */
export function resultResponse(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

/** A response with an error. @param id - `null` if the request could not be parsed. */
export function errorResponse(error: RpcError, id: RequestId | null = error.id): string {
  const { code, message, data } = error
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...defined({ data }) },
  })
}

function message(json: unknown): RpcMessage {
  if (isMessage(json)) return json
  throw new RpcError(
    rpcCodes.invalidRequest,
    'The message is not JSON-RPC 2.0: { "jsonrpc": "2.0", "id": 1, "method": "…", "params": {…} }.',
  )
}

/** Checks the form of a request, notification or response. Its method validates the parameters. */
function isMessage(json: unknown): json is RpcMessage {
  if (!isObject(json) || json['jsonrpc'] !== '2.0') return false
  const { id, method, params } = json
  // A larger number was rounded when it was parsed, so the response would carry a wrong id.
  const isNamed = typeof id === 'string' || Number.isSafeInteger(id)
  if (method === undefined) return isNamed && (isObject(json['result']) || isObject(json['error']))
  const hasParams = params === undefined || isObject(params)
  return typeof method === 'string' && hasParams && (id === undefined || isNamed)
}

function parsed(text: string): unknown {
  const { nestingMax } = bounds
  if (jsonNestsDeeper(text, nestingMax))
    throw new RpcError(
      rpcCodes.invalidRequest,
      `The message nests deeper than ${nestingMax} brackets.`,
    )
  const value = jsonOf(text)
  if (value === undefined) throw new RpcError(rpcCodes.parse, 'The body is not JSON.')
  return value
}
