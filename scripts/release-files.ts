import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../packages/cli/src/config/version.ts'
import { writeBundle } from '../packages/cli/src/proxy/bundle/write-bundle.ts'

/** Name of this server in the registry of MCP, and `mcpName` of the client's package. */
export const mcpName = 'example.fiq/finance'

/** Names and addresses of a release. */
export type Release = {
  /** Public address of a server, without a trailing slash. */
  serverUrl: string
  /** Public address of the bundle. The registry requires "mcp" in it. */
  bundleUrl: string
  /** SHA-256 of the bundle, hexadecimal. */
  sha256: string
}

/** `server.json` for the registry of MCP. Source: its schema of 2025-12-11. */
export function serverJson({ serverUrl, bundleUrl, sha256 }: Release) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Finance Intelligence Query',
    description: 'Market, regulatory and macro data by the query, free or paid (x402, credits)',
    version,
    remotes: [
      {
        type: 'streamable-http',
        url: `${serverUrl}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer and an API key; without it calls are quoted and paid by x402',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    packages: [
      {
        registryType: 'mcpb',
        identifier: bundleUrl,
        version,
        fileSha256: sha256,
        transport: { type: 'stdio' },
      },
    ],
  }
}

/**
 * Writes the files of a release beside the packages: the MCPB bundle, and `server.json` with its
 * hash. `RELEASE_SERVER_URL` and `RELEASE_FILES_URL` are the public server and the folder of the
 * files; without them the addresses are examples.
 */
export function writeReleaseFiles(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const folder = join(root, 'packages/cli/dist-release')
  mkdirSync(folder, { recursive: true })
  const name = `fiq-mcp-${version}.mcpb`
  const { sha256 } = writeBundle(join(root, 'packages/cli/dist'), join(folder, name))
  const filesUrl = env['RELEASE_FILES_URL'] ?? 'https://fiq.example/releases'
  const release = {
    serverUrl: env['RELEASE_SERVER_URL'] ?? 'https://fiq.example',
    bundleUrl: `${filesUrl}/${name}`,
    sha256,
  }
  writeFileSync(join(folder, 'server.json'), `${JSON.stringify(serverJson(release), null, 2)}\n`)
}
