import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { mcpName, serverJson } from './release-files.ts'

/** Requirements of the registry that are used here. Source: its schema of 2025-12-11. */
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

const release = {
  serverUrl: 'https://fiq.example',
  bundleUrl: 'https://fiq.example/releases/fiq-mcp-0.1.0.mcpb',
  sha256: 'a'.repeat(64),
}

test('default: server.json satisfies the registry, and names the package of the client', () => {
  expect(serverJson(release)).toEqual(valid)
  const file = new URL('../packages/cli/package.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mcpName })
})

/** The schema of `$schema`, as published by the registry under the MIT licence. */
const schemaFile = new URL('testing/mcp-registry/server.schema.json', import.meta.url)

test('behavior: server.json is valid by the schema of the registry', () => {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
  expect(schema.$id).toBe(serverJson(release).$schema)
  // Its examples are not keywords, and its formats are not part of a draft.
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  expect(isValid(serverJson(release)), JSON.stringify(isValid.errors)).toBe(true)
  expect(isValid(serverJson({ ...release, sha256: 'no hash' }))).toBe(false)
})
