import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../packages/server/src/compose/start-server.ts'
import { runningServer } from '../testing/running-server.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8')
const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program = '']) => program)
const folder = mkdtempSync(join(tmpdir(), 'fiq-docs-'))
const privateKey = generatePrivateKey()
let server: RunningServer

beforeAll(async () => {
  server = await runningServer()
  await server.devnet.faucet(privateKeyToAccount(privateKey).address, 1_000_000n)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('default: the page contains programs', () => expect(programs).toHaveLength(2))

test.each(programs.map((program, at) => [at + 1, program] as const))(
  'default: program %i of docs/mcp.md prints what its comment says',
  async (at, program) => {
    const file = join(folder, `program-${at}.mjs`)
    writeFileSync(file, program.replaceAll('http://127.0.0.1:4020', server.url))
    const env = { ...process.env, PRIVATE_KEY: privateKey }
    const printed = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [file], { env }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout.trim()),
      )
    })
    const comments: Readonly<Record<number, string>> = { 1: '20 0.015 USDC', 2: 'AAPL true' }
    expect(printed).toBe(comments[at])
  },
)
