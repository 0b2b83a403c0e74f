import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { afterEach, expect, test } from 'vitest'
import type { Declaration, ParsedArguments } from '../../command-line/declaration.ts'
import { type Scene, sceneOf } from '../../command-line/testing/scene.ts'
import type { CliContext } from '../../compose/context.ts'
import { createProxy } from '../../compose/proxy.ts'
import { changeLimits } from '../../payment/budget/limits.ts'
import { markerName } from '../../payment/journal/journal-marker.ts'
import { databaseName, openDatabase } from '../../payment/journal/open-database.ts'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import { createApprovals } from '../../proxy/approvals/approvals.ts'
import { testWorld } from '../../proxy/testing/proxy-scene.ts'
import { declarationsOf } from '../declarations.ts'
import { mcp } from '../mcp/declaration.ts'
import { proxy } from './declaration.ts'

const folder = scratchFolder()
afterEach(() => folder[Symbol.dispose]())

test('default: shows a token once, with its caps', async () => {
  const { value } = await run('token add', {
    arguments: { name: ['claude'] },
    options: { cap: ['0.50/day'], perCall: '0.05', tools: 'quotes,history' },
  })
  expect(value).toEqual({
    client: 'claude',
    token: expect.stringMatching(/^fiqp_[\w-]{43}$/),
    perCall: '0.05',
    perDay: '0.5',
    per30Days: '5',
    tools: ['quotes', 'priceHistory'],
    approveIn: 'terminal',
  })
  expect((await run('token list')).value).toEqual([
    {
      client: 'claude',
      token: true,
      perCall: '0.05',
      day: '0',
      perDay: '0.5',
      days30: '0',
      per30Days: '5',
      automatic: null,
      play: false,
      tools: ['quotes', 'priceHistory'],
      approveIn: 'terminal',
    },
  ])
  await run('token revoke', { arguments: { name: ['claude'] } })
  expect((await run('token list', {}, { format: 'text' })).text).toBe(
    'There are no clients yet. Add one: fiq proxy token add <name>\n',
  )
})

test.each([
  [{ options: { cap: ['0.5/week'] } }, 'USAGE'],
  [{ options: { cap: ['0.5'] } }, 'USAGE'],
  [{ options: { cap: ['1/2/day'] } }, 'USAGE'],
  [{ options: { cap: ['-1/day'] } }, 'INVALID_AMOUNT'],
  [{ options: { perCall: '0.0000001' } }, 'INVALID_AMOUNT'],
  [{ options: { tools: 'quots' } }, 'UNKNOWN_TOOL'],
  [{ options: {}, arguments: { name: ['../x'] } }, 'USAGE'],
])('error: %j', async (given, code) => {
  await expect(run('token add', { arguments: { name: ['x'] }, ...given })).rejects.toMatchObject({
    code,
  })
})

test('behavior: lists, approves and denies pending approvals; "always" raises the automatic limit', async () => {
  await run('token add', { arguments: { name: ['ann'] } })
  const [first, second] = waiting('a', 'b')
  expect((await run('approvals')).value).toMatchObject([
    { id: first, client: 'ann', amount: '0.15', for: 'quotes \u001b[31mred', payTo: '0xaa' },
    { id: second },
  ])
  const { text } = await run('approvals list', {}, { format: 'text' })
  expect(text).not.toContain('\u001b')
  expect(text).toContain('"ann"')
  await run('approvals deny', { arguments: { id: [second!] } })
  await run('approvals approve', { arguments: { id: [first!] }, options: { always: '0.2' } })
  expect((await run('approvals')).value).toEqual([])
  expect((await run('token list')).value).toMatchObject([{ automatic: '0.2' }])
  changeLimits(folder.path, { autoApprove: 300_000n })
  expect((await run('token list')).value).toMatchObject([{ automatic: null }])
  await expect(run('approvals approve', { arguments: { id: [second!] } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('behavior: a decision names the price, and marks play money', async () => {
  await run('token add', { arguments: { name: ['ann'] } })
  const [real, play, realJson, playJson] = waiting('a', 'play', 'b', 'play too')
  const decide = async (word: string, id: string) =>
    (await run(`approvals ${word}`, { arguments: { id: [id] } }, { format: 'text' })).text
  expect(await decide('deny', real!)).toBe('Denied: 0.15 USDC for ann.\n')
  expect(await decide('approve', play!)).toBe('Approved: 0.15 play USDC for ann.\n')
  const deny = await run('approvals deny', { arguments: { id: [realJson!] } })
  expect(deny.value).toMatchObject({ state: 'denied', play: false })
  const approve = await run('approvals approve', { arguments: { id: [playJson!] } })
  expect(approve.value).toMatchObject({ state: 'approved', play: true })
})

test('behavior: mcp install shows the change, writes it with --yes, and reverts it', async () => {
  const given = { arguments: { client: ['cursor'] }, options: { check: false } }
  await expect(run('install', given, {}, mcp)).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
  expect((await run('install', given, {}, mcp, { yes: true })).value).toMatchObject({
    changed: true,
  })
  expect((await run('token list')).value).toMatchObject([{ client: 'cursor', token: false }])
  expect((await run('install', given, {}, mcp, { yes: true })).value).toMatchObject({
    changed: false,
  })
  expect((await run('uninstall', given, {}, mcp, { yes: true })).value).toMatchObject({
    changed: true,
  })
  await expect(
    run('install', { arguments: { client: ['x'] }, options: { check: false } }, {}, mcp),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test.each([
  ['a new server', [], {}, true],
  ['a trusted server', ['http://127.0.0.1:4020'], {}, false],
  ["the user's own server", [], { isPersonal: true }, false],
])(
  'behavior: mcp install says whether the first payment to %s waits',
  async (_, known, settings, waits) => {
    const given = { arguments: { client: ['cursor'] }, options: { check: false } }
    const terms = { yes: true, url: 'http://127.0.0.1:4020', ...settings }
    const payees = { list: async () => known.map((origin) => ({ origin })) }
    const { notes } = await run('install', given, {}, mcp, terms, payees)
    expect(notes.includes('Its first payment to http://127.0.0.1:4020 waits')).toBe(waits)
  },
)

test.each([
  [proxy, { yes: true }, {}],
  [proxy, { dryRun: true }, {}],
  [mcp, { yes: true }, {}],
  [proxy, {}, { host: '0.0.0.0' }],
  [proxy, {}, { port: '70000' }],
])(
  'error: refuses a change that would loosen the limits',
  async (declaration, settings, options) => {
    await expect(run('', { options }, {}, declaration, settings)).rejects.toMatchObject({
      code: 'USAGE',
    })
  },
)

function waiting(...requests: string[]): string[] {
  const database = openDatabase(folder.path)
  let count = 0
  const approvals = createApprovals(database, { now: Date.now, newId: () => `id${++count}` })
  const ids = requests.map((request) => {
    const quote = {
      origin: 'http://x',
      label: 'quotes \u001b[31mred',
      credits: 50,
      rows: [],
      payee: 'NEW',
      ...defined({ play: request.includes('play') ? (true as const) : undefined }),
    }
    return approvals.request(
      { client: 'ann', request, amount: 150_000n, payTo: '0xaa', quote },
      60_000,
    ).id
  })
  database.close()
  return ids
}

async function run(
  words: string,
  given: { arguments?: ParsedArguments['arguments']; options?: ParsedArguments['options'] } = {},
  scene: Scene = {},
  root: Declaration = proxy,
  settings: object = {},
  payees: object = { list: async () => [] },
) {
  const found = words
    .split(' ')
    .filter(Boolean)
    .reduce((group, name) => group.commands!.find((one) => one.name === name)!, root)
  const { world } = testWorld(folder.path, 'http://127.0.0.1:1', { clock: realClock })
  const { context, out, err } = sceneOf({ format: 'json', ...scene })
  const money = { ...context.money, payees: payees as CliContext['money']['payees'] }
  const { run: runCommand } = await found.load!()
  await runCommand(
    {
      ...context,
      money,
      settings: { ...context.settings, ...settings },
      proxy: createProxy(world),
    },
    { arguments: {}, options: {}, ...given },
    declarationsOf,
  )
  const text = out()
  const notes = err()
  return {
    text,
    notes,
    value: scene.format === 'text' || text === '' ? undefined : JSON.parse(text),
  }
}

const realClock = { now: Date.now, sleep: async () => {} }

test('error: with a lost journal no client is accepted, and nothing is paid', async () => {
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(join(folder.path, markerName), '')
  await expect(run('token add', { arguments: { name: ['ann'] } })).rejects.toMatchObject({
    code: 'JOURNAL_UNAVAILABLE',
    remedy: expect.stringContaining('fiq payments reset'),
  })
  expect(existsSync(join(folder.path, databaseName))).toBe(false)
})
