import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captured, masked, widths } from './testing/capture.ts'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'
import { openPane, tmuxIsThere } from './testing/tmux-pane.ts'

// The whole terminal after each command, at common widths. The clocks of the server and of the
// client stand still, and an API key pays, so that a capture holds every figure. Commands that pay
// by themselves run with the real clock, and their times are masked.

/** A Friday, 15:46 in New York: the market is open. */
const now = '2026-11-20T20:46:00Z'
const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')

/** Help texts, which need no terminal. Commands that run one tool are like `gdp`. */
const helps = [
  ...['help', 'help options', 'help output', 'help money', 'help exit-codes', 'help environment'],
  ...['quote', 'history', 'entity', 'screen', 'gdp', 'watch', 'list', 'alert', 'calendar'].map(
    (name) => `${name} --help`,
  ),
  ...['payments', 'budget', 'wallet', 'mcp', 'up', 'query'].map((name) => `${name} --help`),
  ...['price', 'topup', 'login', 'setup', 'doctor', 'proxy'].map((name) => `${name} --help`),
]

type Server = Awaited<ReturnType<typeof runningServer>>

describe.skipIf(!tmuxIsThere)('the terminal after a command', () => {
  let server: Server
  let client: ClientHome
  let env: Record<string, string>
  beforeAll(async () => {
    server = await runningServer({ rateLimit: '100000' }, () => new Date(now))
    const words = ['keys', 'create', '--org', 'Acme', '--credits', '100000', '--json']
    const data = ['--data-dir', join(server.folder, 'data')]
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, ...data])
    const { key } = JSON.parse(stdout) as { key: string }
    // In JavaScript: with TypeScript each client would take longer to start.
    const clock = join(server.folder, 'fixed-clock.mjs')
    const source = join(import.meta.dirname, 'testing/fixed-clock.ts')
    writeFileSync(clock, stripTypeScriptTypes(readFileSync(source, 'utf8')))
    env = { FIQ_API_KEY: key, FIQ_TEST_NOW: now, NODE_OPTIONS: `--import=${clock}` }
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-captures-')) }
    await fiqJson(client, 'list', 'tech', '--add', 'AAPL,MSFT')
    const lots = 'ticker,shares,cost\nAAPL,40,412.50\nMSFT,100,92.10\nVOD.L,5000,68.10\n'
    writeFileSync(join(client.home, 'lists/ira.csv'), lots)
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  test.each([
    ['quote AAPL AAPLE ^GSPC VOD.L BTC-USD EURUSD=X'],
    ['history AAPL --range 6mo'],
    ['history AAPL MSFT ^GSPC --range 6mo --percent'],
    ['history AAPL --range 3mo --chart candles --indicator rsi,ema20'],
    ['technicals AAPL'],
    ['screen --limit 3'],
    ['search apple --limit 3'],
    ['sanctions SANDBOX EXAMPLE AIRLINES'],
    ['sanctions nobody'],
    ['holdings 1067983 --limit 3'],
    ['short-interest AAPL --limit 3'],
    ['campaign-finance Sanders --limit 3'],
    ['gdp usa'],
    ['inflation germany --last 5'],
    ['rates usa --last 5'],
    ['series CPIAUCSL --last 5'],
    ['multiples shiller-pe --last 5'],
    ['status'],
    ['calendar AAPL MSFT'],
    ['list'],
    ['list tech'],
    ['list ira'],
    ['alert'],
    ['alert "AAPL > 1" "BTC-USD < 1%" --max-spend 1 --dry-run'],
    ['alert "AAPL > 1" --max-spend 1'],
    ['quote AAPL --json'],
    ['entity AAPL'],
    ['entity AAPL --with insiderTrades,institutionalHoldings,derivatives.options,news --limit 3'],
    ['entity BTC-USD'],
    ['entity AAPL --with all --limit 2 --no-pager'],
    ['search qqqq zzzz'],
    ['tool gdp country=USA --no-pager'],
    ['query "{ marketStatus { session } }" --jq .data'],
  ])('default: fiq %s', async (words) => {
    expect(await captured(client, words, env)).toMatchSnapshot()
  })

  /** Commands that neither query nor draw. Their lines need no terminal. */
  test.each([
    ['credits'],
    ['tools'],
    ['schema'],
    ['schema quote'],
    ['schema insiderTrades'],
    ['schema ScreenFilterInput'],
    ['config list'],
    ['profile list'],
    ['proxy token list'],
    ['up --status'],
    ['tool gdp --help'],
  ])('default: fiq %s', async (words) => {
    const texts: string[] = []
    for (const columns of widths) {
      const shown = { ...env, COLUMNS: String(columns) }
      const { stdout, stderr } = await fiq(client, [...words.split(' '), '--table'], { env: shown })
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      // The balance depends on the tests before.
      texts.push(`${columns} columns`, stdout.replace(/\b\d\d,\d{3}\b/g, '00,000') + stderr)
    }
    expect(masked(client, texts.join('\n'))).toMatchSnapshot()
  })

  test.each([
    ['quot AAPL'],
    ['quote'],
    ['quote AAPL --colums price'],
    ['history AAPLE'],
    ['screen --where "price > 1e9"'],
    ['entity AAPL --with insiderTrade'],
    ['gdp atlantis'],
    ['quote AAPL --url http://127.0.0.1:9'],
    ['multiples shiler-pe'],
    ['help qoute'],
    ['price'],
    ['query /no/such/file.graphql'],
    ['list nope'],
    ['alert "AAPL <"'],
    ['alert "AAPL < 1"'],
    ['wallet show nope'],
    ['setup alpca'],
    ['topup'],
  ])('error: fiq %s', async (words) => {
    expect(await captured(client, words, env, /^ended [1-9]/m)).toMatchSnapshot()
  })

  test('default: fiq watch', async () => {
    const screens: string[] = []
    for (const columns of widths) {
      const words = 'watch @tech ^GSPC BTC-USD --max-spend 1'
      using pane = await openPane(client, { columns, rows: 40 }, words, { TZ: 'UTC', ...env })
      // The clock stands still, so nothing changes after the first answer. Its last line is drawn last.
      screens.push(
        `${columns} columns`,
        await pane.until(/^> AAPL[\s\S]*source 0 s old[\s\S]* keys/m),
      )
      await pane.answer('q', 'ended 0')
    }
    expect(masked(client, screens.join('\n'))).toMatchSnapshot()
  })

  test.each(helps)('default: fiq %s', async (words) => {
    const texts: string[] = []
    for (const columns of widths) {
      const { stdout } = await fiq(client, words.split(' '), { env: { COLUMNS: String(columns) } })
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      texts.push(`${columns} columns`, stdout)
    }
    expect(texts.join('\n')).toMatchSnapshot()
  })
})

describe.skipIf(!tmuxIsThere)('the terminal after a payment', () => {
  let server: Server
  let client: ClientHome
  beforeAll(async () => {
    server = await runningServer()
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-captures-')) }
    placeWallet(client)
    await fiqJson(client, 'wallet', 'fund')
    await fiqJson(client, 'budget', 'set', '--auto-approve', '0')
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  const withoutTimes = (text: string) =>
    masked(client, text)
      .replace(/\b\d\d:\d\d:\d\d UTC/g, 'hh:mm:ss UTC')
      .replace(/\b\d\d:\d\d UTC/g, 'hh:mm UTC')
      .replace(/\b20\d\d-\d\d-\d\d/g, 'yyyy-mm-dd')
      .replace(/0x[0-9a-fA-F]{40}\b/g, `0x${'0'.repeat(40)}`)

  test('default: the price, the approval, the receipts and the budget', async () => {
    const words = 'quote AAPL MSFT ^GSPC'
    const screens = [await captured(client, `price ${words}`)]
    for (const columns of widths) {
      using pane = await openPane(client, { columns, rows: 40 }, words)
      screens.push(`${columns} columns`, await pane.until('[y] pay once'))
      await pane.answer('n', 'ended 8')
    }
    const bought = await fiq(client, ['quote', 'AAPL', 'AAPLE', '--yes', '--table'])
    screens.push(bought.stderr.slice(bought.stderr.indexOf('fiq: ')))
    const paid = JSON.parse((await fiq(client, ['payments', 'list', '--json', 'all'])).stdout)
    const id = paid[0].id.slice(0, 10)
    screens.push(masked(client, (await fiq(client, ['payments', 'show', id, '--table'])).stdout))
    for (const each of ['payments', 'budget', 'payees list', 'wallet list'])
      screens.push(await captured(client, each))
    expect(withoutTimes(screens.join('\n'))).toMatchSnapshot()
  })
})
