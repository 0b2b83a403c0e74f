import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import type { ProxyWorld } from '../proxy/serve/proxy-world.ts'
import { serveDefaults, testWorld } from '../proxy/testing/proxy-scene.ts'
import { createProxy } from './proxy.ts'

function scene(world: Partial<ProxyWorld> = {}) {
  const folder = scratchFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const { lines, world: whole } = testWorld(folder.path, 'http://127.0.0.1:9', { world })
  return { proxy: createProxy(whole), lines }
}

describe('clients', () => {
  test('default: a new client has a token and the default caps', async () => {
    const { clients } = scene().proxy
    const { client, token, headerFile } = await clients.add({
      name: 'ann',
      tools: undefined,
      savesHeader: false,
    })
    expect(token).toMatch(/^fiqp_[\w-]{43}$/)
    expect(client.perCall).toBeGreaterThan(0n)
    expect(headerFile).toBeUndefined()
    expect((await clients.list()).map((each) => each.client.name)).toEqual(['ann'])
  })

  test('behavior: a known client keeps its terms', async () => {
    const { clients } = scene().proxy
    await clients.add({ name: 'ann', tools: ['quotes'], savesHeader: false })
    expect((await clients.ensure('ann')).tools).toEqual(['quotes'])
    expect((await clients.ensure('bob')).tools).toBeUndefined()
  })

  test('behavior: the file with the header is deleted with its client', async () => {
    const { clients } = scene().proxy
    const terms = { name: 'ann', tools: undefined, savesHeader: true }
    const { headerFile = '', token } = await clients.add(terms)
    expect(readFileSync(headerFile, 'utf8')).toContain(token)
    await clients.revoke('ann')
    expect(existsSync(headerFile)).toBe(false)
  })
})

test('behavior: approvals are not drawn without a view, and a small terminal says why', async () => {
  const { proxy, lines } = scene({
    stderr: {
      write() {},
      isTerminal: true,
      columns: 10,
      stream: { isTTY: true, columns: 10, rows: 5 },
    } as never,
  })
  expect(await proxy.approvals.draw()).toBe(false)
  expect(lines.join('')).toContain('type approve ID or deny ID')
})

test.each([
  ['yes', true],
  ['Y ', true],
  ['', false],
  ['yesterday', false],
])('behavior: the reply %j confirms: %s', async (reply, confirms) => {
  const { world } = testWorld('/unused', 'http://127.0.0.1:9', {})
  const terminal = { ...world.payer.terminal, prompt: async () => reply }
  const proxy = createProxy({ ...world, payer: { ...world.payer, terminal } })
  expect(await proxy.confirm('Write it?')).toBe(confirms)
})

test('error: refuses an address from the environment, however it is started', async () => {
  const { proxy } = scene({ serverUrlFrom: 'FIQ_URL' })
  for (const started of [
    proxy.serve(serveDefaults),
    proxy.serveStdio('ann', { approvalMs: 1, reuse: false }),
    proxy.check('ann'),
  ])
    await expect(started).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: ['Given by: FIQ_URL'],
    })
})
