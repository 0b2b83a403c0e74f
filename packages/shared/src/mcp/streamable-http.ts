import { isRequest, RpcError, type RpcMessage, readMessages, rpcCodes } from './json-rpc.ts'
import { protocolVersions, versionOfHeader, versionWithBatches } from './protocol-versions.ts'

/** The content of one POST. */
export type Posted = { messages: readonly RpcMessage[]; isBatch: boolean }

/**
 * The messages of one POST to an MCP endpoint: those of a protocol version that is spoken, several
 * in one body where that version has them. `initialize` has its version in its body, where it is
 * negotiated, so whatever the header says of it is let through.
 *
 * @param versionHeader - `MCP-Protocol-Version`.
 * @throws RpcError which answers with HTTP 400.
 */
export function readPost(
  text: string,
  versionHeader: string | readonly string[] | undefined,
): Posted {
  const version = versionOfHeader(versionHeader)
  const read = readMessages(text, version === versionWithBatches)
  if (version === undefined && !read.messages.every(isInitialize))
    throw unsupported(String(versionHeader).slice(0, 64), read.messages[0])
  return read
}

/** Does the header `Accept` have this media type? None means everything. */
export function accepts(header: string | undefined, type: string): boolean {
  if (!header) return true
  const wanted = header.toLowerCase()
  if (wanted.includes(type) || wanted.includes('*/*')) return true
  return wanted.includes(`${type.split('/')[0]}/*`)
}

function isInitialize(message: RpcMessage): boolean {
  return 'method' in message && message.method === 'initialize'
}

function unsupported(requested: string, message: RpcMessage | undefined): RpcError {
  return new RpcError(
    rpcCodes.unsupportedVersion,
    `Unsupported protocol version: ${requested}`,
    { supported: protocolVersions, requested },
    message && isRequest(message) ? message.id : null,
  )
}
