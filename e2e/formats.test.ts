import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../packages/cli/src/commands/declaration.ts'
import { declarationsOf } from '../packages/cli/src/commands/declarations.ts'
import { fiq, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// Every command whose output can be picked from, with real answers: what it declares is what it prints.

const declarations = await declarationsOf()

/** Words after each; of those left out below it is said why. */
const lines: Readonly<Record<string, string>> = {
  quote: 'AAPL',
  history: 'AAPL --range 5d',
  search: 'apple',
  entity: 'AAPL --with all',
  technicals: 'AAPL',
  screen: '--limit 3',
  sanctions: 'SANDBOX EXAMPLE AIRLINES',
  holdings: '1067983',
  'short-interest': 'AAPL',
  'campaign-finance': 'America',
  gdp: 'USA',
  inflation: 'USA',
  rates: 'USA',
  series: 'FEDFUNDS',
  multiples: 'pe-ratio',
  status: '',
  query: '{quotes(tickers:["AAPL"]){price}}',
  tools: '',
  price: '{quotes(tickers:["AAPL"]){price}}',
  'wallet create': 'second --store file',
  'wallet list': '',
  'wallet show': '',
  'wallet use': 'main',
  'wallet fund': '',
  'wallet balance': '',
  'budget show': '',
  'budget set': '--per-day 3',
  'payments list': '',
  'payments export': '',
  'payments payee': '',
  credits: '',
  topup: '0.3 --yes',
  'login siwx': '--yes --store file',
  'proxy token add': 'ann',
  'proxy token list': '',
  'config list': '',
  'profile list': '',
  doctor: '',
  schema: '',
}
const without: Readonly<Record<string, string>> = {
  'wallet import': 'prints what wallet create does',
  'login google': 'prints what login siwx does, after a browser',
  'login key': 'prints what login siwx does, of a key that was given',
  'proxy approvals': 'is a group, whose list is printed by default',
  'proxy approvals list': 'is empty, where no proxy runs',
  'mcp install': 'writes into the configuration of an agent',
  'mcp uninstall': 'writes into the configuration of an agent',
}

/** Printed in other cases than these: an error, a chain without a faucet, options, a row of a list. */
const sometimes: Readonly<Record<string, readonly string[]>> = {
  query: ['errors'],
  'wallet fund': ['link'],
  'proxy token add': ['headerFile'],
  history: ['date', 'open', 'high', 'low', 'close', 'volume'],
}

let server: Awaited<ReturnType<typeof runningServer>>
let client = { url: '', home: '' }
beforeAll(async () => {
  server = await runningServer()
  client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-formats-')) }
  await fiqJson(client, 'wallet', 'create', '--store', 'file')
  await fiqJson(client, 'wallet', 'fund')
  await fiqJson(client, 'login', 'siwx', '--yes', '--store', 'file')
  await fiqJson(client, 'topup', '1', '--yes')
})
afterAll(async () => {
  await server.close()
  rmSync(client.home, { recursive: true, force: true })
})

describe('what a command says it prints', () => {
  const declared = withFields(declarations, '')

  test('default: every command with fields is here, or it is said why not', () => {
    expect(Object.keys({ ...lines, ...without }).sort()).toEqual([...declared.keys()].sort())
  })

  test.each(Object.entries(lines))('default: fiq %s %s', async (command, given) => {
    const words = [...command.split(' '), ...wordsOf(given)]
    const { status, stdout, stderr } = await fiq(client, [...words, '--json', 'all'])
    expect(status, stderr).toBe(0)
    const rows = [JSON.parse(stdout)].flat() as Record<string, unknown>[]
    const printed = new Set([...(sometimes[command] ?? []), ...rows.flatMap(Object.keys)])
    expect([...printed].sort()).toEqual([...new Set(declared.get(command))].sort())
  })
})

function wordsOf(line: string): string[] {
  return line === '' ? [] : line.split(' ')
}

/** Fields of the commands below, by their words. */
function withFields(list: readonly Declaration[], before: string): Map<string, readonly string[]> {
  return new Map(
    list.flatMap(({ name, fields, commands = [] }) => [
      ...(fields ? [[`${before}${name}`, fields] as const] : []),
      ...withFields(commands, `${before}${name} `),
    ]),
  )
}
