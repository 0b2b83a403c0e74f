import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mcpName, serverJson } from './release-files.ts'

/** Requirements of the registry. Source: its schema of 2025-12-11, as far as it is used here. */
const valid = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: expect.stringMatching(/^.{1,100}$/),
  description: expect.stringMatching(/^.{1,100}$/),
  version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  remotes: [
    {
      type: 'streamable-http',
      url: expect.stringMatching(/^https:\/\/.+\/mcp$/),
      headers: [
        {
          name: 'Authorization',
          description: expect.any(String),
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ],
  packages: [
    {
      registryType: 'mcpb',
      identifier: expect.stringMatching(/^https:\/\/.*mcp/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      fileSha256: expect.stringMatching(/^[a-f0-9]{64}$/),
      transport: { type: 'stdio' },
    },
  ],
}

test('default: server.json is as the registry demands, and names the package of the client', () => {
  const release = {
    serverUrl: 'https://fiq.example',
    bundleUrl: 'https://fiq.example/releases/fiq-mcp-0.1.0.mcpb',
    sha256: 'a'.repeat(64),
  }
  expect(serverJson(release)).toEqual(valid)
  const file = new URL('../packages/cli/package.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mcpName })
})
