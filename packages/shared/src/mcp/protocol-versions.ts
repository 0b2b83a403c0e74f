/** The protocol versions that are spoken, the newest first. */
export const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const
export type ProtocolVersion = (typeof protocolVersions)[number]

/** Version of a request without the header `MCP-Protocol-Version`. Source: the MCP specification. */
const versionOfNoHeader: ProtocolVersion = '2025-03-26'

/** The one version that sends several messages in one body. */
export const versionWithBatches: ProtocolVersion = '2025-03-26'

/** @returns The version asked for, or the newest: the client then decides whether to stay. */
export function negotiateVersion(asked: string): ProtocolVersion {
  return versionNamed(asked) ?? protocolVersions[0]
}

/** @returns `undefined` when the header names a version that is not spoken. */
export function versionOfHeader(
  header: string | readonly string[] | undefined,
): ProtocolVersion | undefined {
  return header === undefined ? versionOfNoHeader : versionNamed(String(header))
}

function versionNamed(name: string): ProtocolVersion | undefined {
  return protocolVersions.find((version) => version === name)
}
