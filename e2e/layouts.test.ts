import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'
import { openPane, tmuxIsThere } from './testing/tmux-pane.ts'

// Output of each command at common widths, from the sandbox. Values change daily, so a golden holds
// only headers and titles: the columns at each width.

const widths = [80, 120, 200]

describe('the layout of a command', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let client: ClientHome
  beforeAll(async () => {
    server = await runningServer()
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-layouts-')) }
    placeWallet(client)
    await fiqJson(client, 'wallet', 'fund')
    await fiqJson(client, 'budget', 'set', '--auto-approve', '1')
    await fiqJson(client, 'list', 'tech', '--add', 'AAPL,MSFT')
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  async function printed(words: string, columns: number) {
    const env = { COLUMNS: String(columns) }
    const { stdout, stderr, status } = await fiq(client, [...words.split(' '), '--table'], { env })
    expect([0, 14], stderr).toContain(status)
    for (const line of stdout.split('\n'))
      expect([...line].length, line).toBeLessThanOrEqual(columns)
    return stdout
  }

  test.each([
    ['quote AAPL AAPLE ^GSPC VOD.L BTC-USD'],
    ['screen --limit 2'],
    ['search apple --limit 2'],
    ['sanctions SANDBOX EXAMPLE AIRLINES'],
    ['holdings 1067983 --limit 2'],
    ['short-interest AAPL --limit 2'],
    ['campaign-finance Sanders --limit 2'],
    ['payments'],
    ['budget'],
    ['price quote AAPL'],
    ['tools'],
    ['list'],
    ['list tech'],
    ['calendar AAPL'],
    ['wallet list'],
    ['payees list'],
    ['schema quote'],
  ])('default: %s', async (words) => {
    const headers: string[] = []
    for (const columns of widths) {
      const lines = (await printed(words, columns)).split('\n')
      const isHeader = (line: string) =>
        / {2,}/.test(line) && !/\d{2}|: /.test(line.replace(/\b52[ -]weeks?/, 'a year'))
      const header = lines.find(isHeader) ?? ''
      headers.push(`${columns}: ${header.replace(/ {2,}/g, ' | ')}`)
    }
    expect(headers.join('\n')).toMatchSnapshot()
  })

  // The first lines, without figures and charts.
  test.each([
    ['gdp usa --last 2'],
    ['inflation germany --last 2'],
    ['rates usa --last 2'],
    ['series CPIAUCSL --last 2'],
    ['series UNRATE --last 2'],
    ['multiples shiller-pe --last 2'],
    ['technicals AAPL'],
    ['history AAPL --range 1mo --chart none'],
  ])('default: the head of %s', async (words) => {
    const goldens: string[] = []
    for (const columns of widths) {
      const lines = (await printed(words, columns)).split('\n').slice(0, 4)
      goldens.push(`${columns} columns`, ...lines.map(withoutFigures))
    }
    expect(goldens.join('\n')).toMatchSnapshot()
  })

  test('default: every area of an entity has its columns at 80, 120 and 200', async () => {
    const goldens: string[] = []
    for (const columns of widths) {
      const blocks = (await printed('entity AAPL --with all --limit 2', columns)).split('\n\n')
      const heads = blocks.map((block) => {
        const [title = '', header = ''] = block.split('\n')
        return `${title.replace(/, \d+$/, '')}: ${header.replace(/\S*\d\S*/g, '#').replace(/ {2,}/g, ' | ')}`
      })
      goldens.push(`${columns} columns`, ...heads.slice(1), '')
    }
    expect(goldens.join('\n')).toMatchSnapshot()
    expect(goldens.join('\n')).not.toMatch(/[{}[\]]|undefined|null/)
  })

  test.each([['help'], ['help options'], ['quote --help'], ['screen --help'], ['payments --help']])(
    'default: %s is exactly as wide as the terminal',
    async (words) => {
      expect(await printed(words, 80)).not.toBe('')
    },
  )

  test.skipIf(!tmuxIsThere)(
    'behavior: uses a pager on a terminal that is too low, but not with --no-pager',
    async () => {
      const words = 'entity AAPL --with insiderTrades,news --limit 20 --yes'
      const env = { PATH: process.env['PATH'] ?? '', FIQ_PAGER: 'less' }
      {
        using pane = await openPane(client, { columns: 80, rows: 20 }, words, env)
        await pane.until(/^traded .* role$/m)
        const first = await pane.until(/^:/m)
        expect(first).not.toContain('cost')
        await pane.press('G', 'q')
        const after = await pane.until('ended 0')
        expect(after).toMatch(/^cost {4}0\./m)
      }
      using plain = await openPane(client, { columns: 80, rows: 20 }, `${words} --no-pager`, env)
      await plain.until('ended 0')
    },
  )
})

function withoutFigures(line: string): string {
  return line
    .replace(/ [┤◀].*$/u, '')
    .replace(/[\u2581-\u2588\u2800-\u28ff]+/gu, '')
    .replace(/[+-]?\d[\d.,:-]*[KMBT%]?/g, '#')
    .trim()
    .replace(/ {2,}/g, ' | ')
}
