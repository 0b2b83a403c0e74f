import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../packages/cli/src/command-line/declaration.ts'
import { declarationsOf } from '../packages/cli/src/commands/declarations.ts'
import { fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// For every command with selectable output, the declared fields equal those that real answers have.

const declarations = await declarationsOf()

/** Arguments of each command. Comments below explain the omitted commands. */
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
  'budget set': '--per-day 8',
  'payees list': '',
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
  'wallet unlock': 'starts a process that holds the key',
  'wallet lock': 'lists what was unlocked, which is nothing here',
  'budget reset-clock': 'needs a clock that was wrong',
  'payments abandon': 'needs a payment in doubt',
  'payments reset': 'refuses a journal that is whole',
  'proxy approvals': 'is a group, whose list is printed by default',
  'proxy approvals list': 'is empty, where no proxy runs',
  alert: 'prints a row when a price is reached, see alert.test.ts',
  calendar: 'dates what is to come from the day it runs, see calendar.test.ts',
  list: 'reads files of the user, see list.test.ts',
  up: 'starts a server, see personal.test.ts',
  down: 'ends a server, see personal.test.ts',
  setup: 'writes the settings of a server, see personal.test.ts',
  mcp: 'speaks MCP; only --check prints fields, see built-client.test.ts',
  'mcp bundle': 'writes a file into the folder it is started in',
  'mcp install': 'writes into the configuration of an agent',
  'mcp uninstall': 'writes into the configuration of an agent',
}

/**
 * Fields that only other cases print: an error, a chain without a faucet, options, a row of a list.
 */
const sometimes: Readonly<Record<string, readonly string[]>> = {
  query: ['errors'],
  'wallet fund': ['link'],
  'proxy token add': ['headerFile'],
  history: ['date', 'open', 'high', 'low', 'close', 'volume'],
}

/** Fields that differ in every run, or depend on the run before. Their cells are not compared. */
const changing: Readonly<Record<string, readonly string[]>> = {
  'wallet create': ['name', 'address'],
  'wallet fund': ['balance', 'transaction'],
  topup: ['creditsLeft', 'transaction', 'payment.transaction'],
  'login siwx': ['id'],
  'proxy token add': ['client', 'token'],
  doctor: ['detail'],
}

/** Commands that need an unused name for each run. */
const fresh: Readonly<Record<string, (format: string) => string>> = {
  'wallet create': (format) => `in-${format} --store file`,
  'proxy token add': (format) => `for-${format}`,
}

let server: Awaited<ReturnType<typeof runningServer>>
let client = { url: '', home: '' }
/** Commands whose signatures or checks need a server with the correct time. */
const ofNow = new Set(['login siwx', 'topup', 'wallet fund', 'credits', 'doctor'])
/**
 * The server's clock. It is stopped for all data, because the sandbox's volume changes every
 * second, and a cached answer may expire between two commands.
 */
const clock: { stoppedAt?: Date | undefined; data?: Date } = {}
function setClock(command: string) {
  clock.stoppedAt = ofNow.has(command) ? new Date() : clock.data
}
beforeAll(async () => {
  server = await runningServer({}, () => clock.stoppedAt ?? new Date())
  client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-formats-')) }
  placeWallet(client)
  await fiqJson(client, 'wallet', 'fund')
  await fiqJson(client, 'login', 'siwx', '--yes', '--store', 'file')
  const caps = ['--per-payment', '3', '--per-session', '3', '--per-day', '9']
  await fiqJson(client, 'budget', 'set', ...caps)
  await fiqJson(client, 'topup', '3', '--yes')
  clock.data = new Date()
})
afterAll(async () => {
  await server.close()
  rmSync(client.home, { recursive: true, force: true })
})

const declared = withFields(declarations, '')

test('default: every command with fields is tested, or its exception has a reason', () => {
  expect(Object.keys({ ...lines, ...without }).sort()).toEqual([...declared.keys()].sort())
})

// Parses the other formats with other programs, and compares the result with the JSON.
describe('declared fields, and output formats for other programs', () => {
  test.each(Object.entries(lines))('default: fiq %s %s', async (command, given) => {
    setClock(command)
    const printed = async (format: string) => {
      const words = wordsOf(fresh[command]?.(format) ?? given)
      const ended = await fiq(client, [...command.split(' '), ...words, `--${format}`])
      expect(ended.status, ended.stderr).toBe(0)
      return ended.stdout
    }
    const json: unknown = JSON.parse(await printed('json'))
    const fields = ([json].flat() as Record<string, unknown>[]).flatMap(Object.keys)
    const names = new Set([...(sometimes[command] ?? []), ...fields])
    expect([...names].sort()).toEqual([...new Set(declared.get(command))].sort())

    const masked = (list: readonly Flat[]) => list.map((row) => mask(row, changing[command] ?? []))
    const rows = rowsIn(command, json)
    const cells = masked(rows.map((row) => flatten(row)))

    const ndjson = linesOf(await printed('ndjson')).map((line) => JSON.parse(line) as unknown)
    expect(masked(ndjson.map((row) => flatten(row)))).toEqual(cells)

    const csv = parse(await printed('csv'), { columns: true }) as Flat[]
    expect(masked(csv.map(unguarded))).toEqual(cells.map(filled(cells)))

    const plain = await printed('plain')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none but those that part the cells
    expect(plain).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    const [header = [], ...records] = linesOf(plain).map((line) => line.split('\t'))
    for (const record of records) expect(record).toHaveLength(header.length)
    const read = records.map((record) =>
      Object.fromEntries(header.map((name, index) => [name, record[index]!])),
    )
    expect(masked(read)).toEqual(cells.map(filled(cells)))
  })
})

/** A row as cells by column. */
type Flat = Record<string, string>

type QuoteRow = { sources: { name: string }[]; problem: { code: string; message: string } | null }

/** A cell holds the names of the sources, and code and message of a problem, not an object. */
function flatQuote({ sources, problem, ...row }: QuoteRow): object {
  const words = problem === null ? null : `${problem.code}: ${problem.message}`
  return { ...row, sources: sources.map(({ name }) => name), problem: words }
}

/** The rows of a JSON answer: its single values, and the list of the table. */
function rowsIn(command: string, json: unknown): unknown[] {
  const { data, rows } = json as { data?: { quotes: unknown[] }; rows?: unknown[] }
  if (command === 'query') return data?.quotes ?? []
  if (command === 'price') return rows ?? []
  if (command === 'quote') return (json as QuoteRow[]).map(flatQuote)
  if (command !== 'history') return [json].flat()
  const histories = json as { ticker: string; currency: string; bars: object[] }[]
  return histories.flatMap(({ ticker, currency, bars }) =>
    bars.map((bar) => ({ ticker, ...bar, currency })),
  )
}

function flatten(value: unknown, path = ''): Flat {
  if (value === null) return { [path || 'value']: '' }
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => item === null || typeof item !== 'object')
    return { [path || 'value']: isPlain ? value.join(';') : JSON.stringify(value) }
  }
  if (typeof value !== 'object') return { [path || 'value']: String(value) }
  const members = Object.entries(value).map(([key, inner]) =>
    flatten(inner, path === '' ? key : `${path}.${key}`),
  )
  return Object.assign({}, ...members) as Flat
}

/** Adds an empty cell for the columns that only other rows have. */
function filled(rows: readonly Flat[]): (row: Flat) => Flat {
  const empty = Object.fromEntries(rows.flatMap(Object.keys).map((name) => [name, '']))
  return (row) => ({ ...empty, ...row })
}

function mask(row: Flat, names: readonly string[]): Flat {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, 'another'])) }
}

/** Removes the prefix that prevents a text from being a formula. */
function unguarded(row: Flat): Flat {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cell.replace(/^'(?=\s*[=+\-@])/, '')]),
  )
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function wordsOf(line: string): string[] {
  return line === '' ? [] : line.split(' ')
}

/** Fields of the commands and their subcommands, by name. */
function withFields(list: readonly Declaration[], before: string): Map<string, readonly string[]> {
  return new Map(
    list.flatMap(({ name, fields, commands = [] }) => [
      ...(fields ? [[`${before}${name}`, fields] as const] : []),
      ...withFields(commands, `${before}${name} `),
    ]),
  )
}
