/** Revisions with `initialize`, the newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export type HandshakeVersion = (typeof handshakeVersions)[number]

/** The revision without a handshake: each request carries its version and its capabilities. */
export const statelessVersion = '2026-07-28'

/** The revisions that are spoken, the newest first. */
export const protocolVersions = [statelessVersion, ...handshakeVersions] as const

/** Version of a request without the header `MCP-Protocol-Version`. Source: the MCP specification. */
export const versionWithoutHeader: HandshakeVersion = '2025-03-26'

/** The one version that sends several messages in one body. */
export const versionWithBatches: HandshakeVersion = '2025-03-26'

/**
 * The version that `initialize` agrees on.
 *
 * @returns The version asked for. For the stateless one, the newest with a handshake; for an unknown
 *   one 2025-06-18, and the client decides whether to stay.
 */
export function negotiateVersion(requested: string): HandshakeVersion {
  if (isHandshakeVersion(requested)) return requested
  return requested === statelessVersion ? handshakeVersions[0] : '2025-06-18'
}

export function isHandshakeVersion(name: string): name is HandshakeVersion {
  return (handshakeVersions as readonly string[]).includes(name)
}
