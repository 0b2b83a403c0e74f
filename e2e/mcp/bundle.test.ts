import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { unpackExtension, validateManifest } from '@anthropic-ai/mcpb'
import { afterAll, expect, test } from 'vitest'
import { fiq } from '../testing/fiq.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'fiq-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
test('default: the bundle is valid by its own tools, and starts with an empty PATH', async () => {
  const file = join(folder, 'fiq.mcpb')
  const client = { url: '', home: join(folder, 'home') }
  const words = ['mcp', 'bundle', '--output', file, '--json']
  const { status, stdout } = await fiq(client, words)
  expect(status).toBe(0)
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(JSON.parse(stdout)).toMatchObject({ path: file, sha256 })

  const unpacked = join(folder, 'unpacked')
  const silent = { mcpbPath: file, outputDir: unpacked, silent: true }
  expect(await unpackExtension(silent)).toBe(true)
  expect(validateManifest(join(unpacked, 'manifest.json'))).toBe(true)
  expect(readdirSync(join(unpacked, 'server')).filter((name) => name.endsWith('.node'))).toEqual([])

  const { server } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  const args = server.mcp_config.args.map((word: string) =>
    word.replace(/\$\{__dirname\}/, unpacked),
  )
  mkdirSync(client.home, { recursive: true })
  const env = { PATH: '', HOME: client.home }
  const started = spawn(process.execPath, args, { env, cwd: folder })
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  }
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ]
  started.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const answers = (await text(started.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.find(({ id }) => id === 2).result.tools.length).toBeGreaterThan(16)
})

test('default: the build writes the same bundle, and server.json with its hash', () => {
  const release = join(root, 'packages/cli/dist-release')
  const { packages } = JSON.parse(readFileSync(join(release, 'server.json'), 'utf8'))
  const name = packages[0].identifier.split('/').at(-1)
  const bundle = readFileSync(join(release, name))
  expect(packages[0].fileSha256).toBe(createHash('sha256').update(bundle).digest('hex'))
})
