import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientHome, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'
import { openPane, tmuxIsThere } from './testing/tmux-pane.ts'

// A real terminal: tmux, with a pseudoterminal of the given size.

describe.skipIf(!tmuxIsThere)('a terminal', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let client: ClientHome
  beforeAll(async () => {
    server = await runningServer()
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-terminal-')) }
    placeWallet(client)
    await fiqJson(client, 'wallet', 'fund')
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  test.each([60, 80, 120, 200])(
    'default: %i columns: approved once, watched, and the terminal is restored',
    async (columns) => {
      using pane = await openPane(
        client,
        { columns, rows: 24 },
        'watch AAPL BTC-USD --max-spend 0.1',
      )
      const approval = await pane.until('[y] session, up to 0.100')
      expect(approval).toContain(server.payTo)
      expect(widest(approval)).toBeLessThanOrEqual(columns)
      await pane.answer('y', '? keys')
      const watched = await pane.until('> AAPL')
      expect(widest(watched)).toBeLessThanOrEqual(columns)
      // Prices and intraday bars of two tickers, and the clock: seven credits.
      expect(watched).toContain('0.021 of 0.100 USDC')
      await pane.press('c', 'Right')
      await pane.until('$ 5d of 30m bars: 0.015 USDC, Enter buys')
      await pane.press('Enter')
      await pane.until('0.036 of 0.100 USDC')
      await pane.press('j', 'k')
      await pane.press('q')
      const after = await pane.until('ended 0')
      // The former screen is restored, and input is read by lines again.
      expect(after).not.toContain('? keys')
      expect(after).toContain('icanon echo')
    },
  )

  test('default: at 80, 120 and 200 columns the cap stops it, + raises it and it goes on', async () => {
    const heads: string[] = []
    for (const columns of [80, 120, 200]) {
      const words = 'watch AAPL BTC-USD --max-spend 0.03 --every 5s'
      using pane = await openPane(client, { columns, rows: 24 }, words)
      const stopped = await pane.until('CAP REACHED')
      expect(widest(stopped)).toBeLessThanOrEqual(columns)
      const [first = '', header = ''] = stopped.split('\n')
      for (const line of [first.replace(/\d\d:\d\d E[SD]T/, 'hh:mm EST'), header])
        heads.push(line.trim().replace(/ {2,}/g, ' | '))
      await pane.press('+')
      await pane.until('0.036 of 0.060 USDC')
      await pane.press('q')
      await pane.until('ended 0')
    }
    expect(heads.join('\n')).toMatchSnapshot()
  })

  test('behavior: SIGTERM restores the terminal', async () => {
    using pane = await openPane(
      client,
      { columns: 80, rows: 24 },
      'watch AAPL --max-spend 0.1 --yes',
    )
    await pane.until('> AAPL')
    process.kill(Number(readFileSync(pane.pidFile, 'utf8')), 'SIGTERM')
    const after = await pane.until('ended')
    expect(after).not.toContain('? keys')
    expect(after).toContain('icanon echo')
  })

  test('behavior: Ctrl-Z returns the terminal to the shell, and fg resumes', async () => {
    const words = 'watch AAPL --max-spend 0.1 --yes'
    using pane = await openPane(client, { columns: 80, rows: 24 }, words)
    await pane.until('> AAPL')
    await pane.press('C-z')
    const stopped = await pane.until(/ended 14\d/)
    expect(stopped).not.toContain('? keys')
    expect(stopped).toContain('icanon echo')
    await pane.press('fg', 'Enter')
    await pane.until('> AAPL')
    await pane.press('q')
    await pane.until('ended 0')
  })

  test('behavior: Ctrl-C between two queries ends an alert with its cost', async () => {
    const words = 'alert "AAPL < 1" --max-spend 0.1 --yes'
    using pane = await openPane(client, { columns: 80, rows: 24 }, words)
    await pane.until('waits')
    await pane.press('C-c')
    const ended = await pane.until('ended 130')
    expect(ended).toContain('note    Ended; 1 condition not reached.')
    expect(ended).toMatch(/^cost {4}0\.015 of 0\.100 USDC$/m)
    expect(ended).not.toContain('CANCELLED')
  })

  test('behavior: prints only lines for a screen reader', async () => {
    const words = 'watch AAPL --max-spend 0.05 --screen-reader'
    using pane = await openPane(client, { columns: 80, rows: 24 }, words)
    const output = await pane.until(/AAPL [\d,.]+, (up|down) /)
    expect(output).toContain('Type a command and Enter')
    await pane.press('quit', 'Enter')
    await pane.until('ended 0')
  })

  test('behavior: only appends on a terminal that cannot move the cursor', async () => {
    const words = 'watch AAPL --max-spend 0.05 --yes'
    using pane = await openPane(client, { columns: 80, rows: 24 }, words, { TERM: 'dumb' })
    await pane.until(/AAPL [\d,.]+, (up|down) /)
    await pane.press('quit', 'Enter')
    await pane.until('ended 0')
  })
})

function widest(screen: string): number {
  return Math.max(...screen.split('\n').map((line) => [...line].length))
}
