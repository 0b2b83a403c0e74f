import { isRequest, RpcError, type RpcMessage, readMessages, rpcCodes } from './json-rpc.ts'
import {
  type HandshakeVersion,
  isHandshakeVersion,
  protocolVersions,
  statelessVersion,
  versionWithBatches,
  versionWithoutHeader,
} from './protocol-versions.ts'

/** The content of one POST. */
export type Posted = {
  messages: readonly RpcMessage[]
  isBatch: boolean
  /** `undefined` while `initialize` has not agreed on a version. */
  version: HandshakeVersion | typeof statelessVersion | undefined
}

/** Members of `_meta` in every request of the stateless version. Source: MCP 2026-07-28. */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

/**
 * Parses one POST to an MCP endpoint: its messages and their protocol version.
 *
 * @param header - `MCP-Protocol-Version`.
 * @throws RpcError for a response with HTTP 400.
 */
export function readPost(text: string, header: string | readonly string[] | undefined): Posted {
  const headerVersion = header === undefined ? undefined : String(header)
  const takesBatches = (headerVersion ?? versionWithoutHeader) === versionWithBatches
  const { messages, isBatch } = readMessages(text, takesBatches)
  if (!isBatch) {
    const [message] = messages as readonly [RpcMessage]
    return { messages, isBatch, version: versionOf(message, headerVersion) }
  }
  if (messages.every(isOfHandshake)) return { messages, isBatch, version: versionWithBatches }
  throw statelessBatch()
}

/**
 * Parses one line of standard input, which has no headers. A message without a version of its own
 * belongs to the session that `initialize` opened.
 *
 * @throws RpcError
 */
export function readLine(text: string, takesBatches: boolean): Posted {
  const { messages, isBatch } = readMessages(text, takesBatches)
  if (messages.every(isOfHandshake)) return { messages, isBatch, version: undefined }
  if (isBatch) throw statelessBatch()
  const [message] = messages as readonly [RpcMessage]
  const version = versionInBody(message)
  if (version === statelessVersion) return { messages, isBatch, version }
  throw typeof version === 'string' ? unsupported(version, message) : notText(message)
}

/** The version of a message. The first matching rule applies. */
function versionOf(message: RpcMessage, header: string | undefined): Posted['version'] {
  const inBody = versionInBody(message)
  const isOld = isOfHandshake(message)
  if (isOld && isInitialize(message)) return undefined
  if (isOld && header === undefined) return versionWithoutHeader
  if (isOld && header !== undefined && isHandshakeVersion(header)) return header
  if (header === statelessVersion && !('method' in message))
    throw fault(rpcCodes.invalidRequest, 'This version has no requests of the server to answer.')
  if (inBody === undefined && header === statelessVersion) {
    if (!isRequest(message)) return statelessVersion
    throw fault(
      rpcCodes.invalidParams,
      `params._meta[${JSON.stringify(metaKeys.version)}] is missing: a request of ${statelessVersion} carries its version there and in MCP-Protocol-Version.`,
      message,
    )
  }
  if (typeof inBody === 'string' && header !== inBody)
    throw fault(
      rpcCodes.headerMismatch,
      `The header MCP-Protocol-Version is ${quoted(header)}, params._meta[${JSON.stringify(metaKeys.version)}] is ${quoted(inBody)}: they have to be equal.`,
      message,
    )
  if (header !== undefined && header !== statelessVersion && !isHandshakeVersion(header))
    throw unsupported(header, message)
  if (inBody === statelessVersion) return statelessVersion
  throw notText(message)
}

/** Whether the header `Accept` contains this media type. A missing header accepts everything. */
export function accepts(header: string | undefined, type: string): boolean {
  if (!header) return true
  const types = header.toLowerCase()
  if (types.includes(type) || types.includes('*/*')) return true
  return types.includes(`${type.split('/')[0]}/*`)
}

function versionInBody(message: RpcMessage): unknown {
  return 'method' in message ? message.params?._meta?.[metaKeys.version] : undefined
}

function isOfHandshake(message: RpcMessage): boolean {
  const version = versionInBody(message)
  return version === undefined || (typeof version === 'string' && isHandshakeVersion(version))
}

function isInitialize(message: RpcMessage): boolean {
  return 'method' in message && message.method === 'initialize'
}

function unsupported(version: string, message: RpcMessage): RpcError {
  const requested = version.slice(0, 64)
  return fault(rpcCodes.unsupportedVersion, `Unsupported protocol version: ${requested}`, message, {
    supported: protocolVersions,
    requested,
  })
}

function statelessBatch(): RpcError {
  return fault(rpcCodes.invalidRequest, `Batches are served on version ${versionWithBatches} only.`)
}

function notText(message: RpcMessage): RpcError {
  return fault(
    rpcCodes.invalidParams,
    `params._meta[${JSON.stringify(metaKeys.version)}] is not text.`,
    message,
  )
}

function fault(code: number, text: string, message?: RpcMessage, data?: unknown): RpcError {
  return new RpcError(code, text, data, message && isRequest(message) ? message.id : null)
}

function quoted(version: string | undefined): string {
  return version === undefined ? 'missing' : JSON.stringify(version.slice(0, 64))
}
