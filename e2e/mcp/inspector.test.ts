import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fiq, fiqJson, placeWallet } from '../testing/fiq.ts'
import { runningServer } from '../testing/running-server.ts'

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'fiq-inspector-'))
let server: Awaited<ReturnType<typeof runningServer>>
beforeAll(async () => {
  server = await runningServer()
  const client = { url: server.url, home }
  await server.devnet.faucet(placeWallet(client), 10_000_000n)
  await fiqJson(client, 'payees', 'trust', server.url, '--json')
  await fiq({ url: '', home }, ['config', 'set', 'url', server.url])
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

type Ended = { status: number; json: unknown; stderr: string }

/** Runs the inspector without its user interface. */
function inspect(...args: string[]): Promise<Ended> {
  const bin = join(root, 'node_modules/.bin/mcp-inspector')
  const options = { env: { ...process.env, HOME: '/nonexistent' }, maxBuffer: 2 ** 26 }
  return new Promise((resolve) => {
    execFile(bin, ['--cli', ...args], options, (error, stdout, stderr) => {
      const json = stdout === '' ? undefined : (JSON.parse(stdout) as unknown)
      resolve({ status: Number(error?.code ?? 0), json, stderr })
    })
  })
}

const overHttp = () => [`${server.url}/mcp`]
const overStdio = () => [
  ...[join(root, 'bin/fiq'), 'mcp'],
  ...['-e', `FIQ_HOME=${home}`, '-e', 'FIQ_WALLET_PASSPHRASE=correct horse'],
]
const call = ['--method', 'tools/call', '--tool-name']

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
  ['modern', '2026-07-28'],
])('the inspector in the era %s', (era, protocolVersion) => {
  const inEra = (way: () => string[], ...args: string[]) =>
    inspect(...way(), '--protocol-era', era, ...args)

  test.each([
    ['the server', overHttp, 20],
    ['fiq mcp', overStdio, 21],
  ] as const)(
    `default: agrees on ${protocolVersion} with %s, and finds no problem in its tools`,
    async (_, way, count) => {
      const { json: hello } = await inEra(way, '--method', 'initialize')
      expect(hello).toMatchObject({ protocolVersion, serverInfo: { name: 'fiq' } })
      const { status, json, stderr } = await inEra(way, '--method', 'tools/list', '--strict')
      expect([status, stderr]).toEqual([0, ''])
      expect((json as { tools: object[] }).tools).toHaveLength(count)
    },
  )

  test('default: calls a free tool of the server', async () => {
    const query = ['--tool-arg', 'query={__typename}']
    const { status, json } = await inEra(overHttp, ...call, 'graphql', ...query)
    expect(status).toBe(0)
    expect(json).toMatchObject({
      content: [{ type: 'text', text: '{"data":{"__typename":"Query"}}' }],
      structuredContent: { data: { __typename: 'Query' } },
    })
  })

  test('behavior: shows the quote of a paid tool, which fiq mcp pays', async () => {
    const { json: quoted } = await inEra(overHttp, ...call, 'marketStatus')
    expect(quoted).toMatchObject({
      isError: true,
      structuredContent: { x402Version: 2, resource: { url: 'mcp://tool/marketStatus' } },
    })
    const { status, json: paid } = await inEra(overStdio, ...call, 'marketStatus')
    expect(status).toBe(0)
    expect(paid).toMatchObject({
      structuredContent: { data: { isOpen: expect.any(Boolean) }, cost: { paid: '0.015' } },
    })
  })
})
