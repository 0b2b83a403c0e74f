import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../packages/server/src/compose/start-server.ts'
import { runningServer } from '../testing/running-server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await runningServer()
})
afterAll(() => server.close())

/** Runs the inspector without its user interface. */
function inspect(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const bin = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector')
  return new Promise((resolve) => {
    execFile(
      bin,
      ['--cli', `${server.url}/mcp`, ...args],
      { env: { ...process.env, HOME: '/nonexistent' }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test("default: the inspector's strict check finds no problem in the tools", async () => {
  const { status, stdout, stderr } = await inspect('--method', 'tools/list', '--strict')
  expect([status, stderr]).toEqual([0, ''])
  expect((JSON.parse(stdout) as { tools: object[] }).tools).toHaveLength(20)
})

test('default: the inspector calls a free tool', async () => {
  const call = ['--method', 'tools/call', '--tool-name']
  const { status, stdout } = await inspect(...call, 'graphql', '--tool-arg', 'query={__typename}')
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    {
      content: [{ type: 'text', text: '{"data":{"__typename":"Query"}}' }],
      structuredContent: { data: { __typename: 'Query' } },
    },
  ])
})

test('behavior: the inspector shows the quote of a paid tool', async () => {
  const { stdout } = await inspect('--method', 'tools/call', '--tool-name', 'marketStatus')
  expect(JSON.parse(stdout)).toMatchObject({
    isError: true,
    structuredContent: { x402Version: 2, resource: { url: 'mcp://tool/marketStatus' } },
  })
})
