/** Versions with `initialize`, newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export type HandshakeVersion = (typeof handshakeVersions)[number]

/** The version without a handshake: each request carries its version and its capabilities. */
export const statelessVersion = '2026-07-28'

/** The supported versions, newest first. */
export const protocolVersions = [statelessVersion, ...handshakeVersions] as const

/** Version of a request without the header `MCP-Protocol-Version`. Source: the MCP specification. */
export const versionWithoutHeader: HandshakeVersion = '2025-03-26'

/** The only version that allows several messages in one body. */
export const versionWithBatches: HandshakeVersion = '2025-03-26'

/**
 * Selects the version that `initialize` returns.
 *
 * @returns The requested version. For the stateless one, the newest with a handshake. For an
 * unknown one 2025-06-18; the client then decides whether to continue.
 */
export function negotiateVersion(requested: string): HandshakeVersion {
  if (isHandshakeVersion(requested)) return requested
  return requested === statelessVersion ? handshakeVersions[0] : '2025-06-18'
}

/** Whether a version begins with `initialize`. */
export function isHandshakeVersion(name: string): name is HandshakeVersion {
  return (handshakeVersions as readonly string[]).includes(name)
}
