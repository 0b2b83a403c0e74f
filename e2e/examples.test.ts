import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandNames, declarationsOf } from '../packages/cli/src/commands/declarations.ts'
import { runningServer } from './testing/running-server.ts'

// Checks that every example in the help prints a non-empty result on the sandbox.

/** Commands that need a terminal, the user's lists, or a price change; or that start a server. */
const others = ['watch', 'list', 'alert', 'up', 'down', 'setup']
/** Commands that query data or prices: the first group of the help. */
const asking = commandNames
  .slice(0, commandNames.indexOf('payments'))
  .filter((name) => !others.includes(name))
const examples = (await declarationsOf())
  .filter(({ name }) => asking.includes(name))
  .flatMap((declaration) => declaration.examples ?? [])
  .filter((line) => !line.endsWith('--help'))

let server: Awaited<ReturnType<typeof runningServer>>
let client = { url: '', home: '', key: '' }
beforeAll(async () => {
  // A Saturday, because in the first minutes of a session no price has changed yet.
  server = await runningServer({}, () => new Date('2026-11-21T17:00:00Z'))
  client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-examples-')), key: '' }
  const operator = [
    join(import.meta.dirname, '../packages/server/dist/fiq-server.js'),
    'keys',
    'create',
  ]
  const options = ['--org', 'Acme', '--credits', '1000', '--json']
  const folder = ['--data-dir', join(server.folder, 'data')]
  const made = await promisify(execFile)(process.execPath, [...operator, ...options, ...folder])
  client.key = (JSON.parse(made.stdout) as { key: string }).key
  const named = 'query ($ticker: String!) { quotes(tickers: [$ticker]) { price } }'
  writeFileSync(join(client.home, 'company.graphql'), named)
})
afterAll(async () => {
  await server.close()
  rmSync(client.home, { recursive: true, force: true })
})

test.each(examples)('default: %s', async (line) => {
  const { status, text } = await typed(line)
  expect(status, text).toBe(0)
  const [, file] = / > (\S+)$/.exec(line) ?? []
  const printed = file === undefined ? text : readFileSync(join(client.home, file), 'utf8')
  const lines = printed.trim().split('\n')
  const found = /--csv|--ics/.test(line)
    ? lines.slice(1)
    : lines.flatMap((json) => leavesOf(JSON.parse(json)))
  expect(found, printed).not.toEqual([])
})

/** Standard output of a shell line, or its error. */
function typed(line: string): Promise<{ status: number | null; text: string }> {
  const { PATH } = process.env
  const child = spawn('bash', ['-c', line], {
    cwd: client.home,
    env: {
      PATH: `${join(import.meta.dirname, '../bin')}:${PATH}`,
      FIQ_URL: client.url,
      FIQ_HOME: client.home,
      FIQ_API_KEY: client.key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = [[] as Buffer[], [] as Buffer[]]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  return new Promise((resolve) =>
    child.on('close', (status) =>
      resolve({ status, text: Buffer.concat(status === 0 ? out : err).toString() }),
    ),
  )
}

/** The non-empty values of a JSON answer. */
function leavesOf(value: unknown): unknown[] {
  if (value === null || value === '') return []
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [value]
}
