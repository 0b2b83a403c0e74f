import { describe, expect, test } from 'vitest'
import { legibleColours, screenTerminal } from '../../terminal/testing/screen-terminal.ts'
import { drawWatch, type WatchView } from './draw-watch.tsx'
import { readAloud } from './read-aloud.ts'
import type { WatchState } from './state.ts'
import { answeredWith, start } from './testing/watch-scene.ts'

describe('drawWatch', () => {
  test.each([60, 80, 120, 200])(
    'default: at %i columns it fills the terminal, and restores it',
    async (columns) => {
      const { terminal, watch, drawing, leave } = scene(columns, 24)
      terminal.canvas.output.write('$ fiq watch\n')
      const ended = drawWatch(watch, terminal.canvas, drawing)
      const shown = await terminal.until('? keys')
      expect(terminal.isAlternate()).toBe(true)
      const lines = shown.split('\n')
      expect([lines.length, lines[0]!.length]).toEqual([24, columns])
      for (const colour of terminal.colours()) expect(legibleColours).toContain(colour)
      expect(lines[2]).toMatch(/^> AAPL +AAPL Inc\. +201\.50 +USD +\+0\.75%/)
      leave()
      await ended
      await terminal.until(() => !terminal.isAlternate())
      expect(terminal.shown()).toBe('$ fiq watch')
    },
  )

  test('default: shows quotes, the chart of the selected ticker, the spent amount and the keys', async () => {
    const screens = []
    for (const columns of [60, 120]) {
      const { terminal, watch, drawing, leave } = scene(columns, 24)
      const ended = drawWatch(watch, terminal.canvas, drawing)
      screens.push(await terminal.until('? keys'))
      leave()
      await ended
    }
    expect(`\n${screens.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      fiq watch  STALE: newest price 20 h 2 min old      07:00 EST
        ticker   name                price  cur  change %
      > AAPL     AAPL Inc.          201.50  USD    +0.75%
        MSFT     MSFT Inc.          202.50  USD    +1.25%
        2 up, 0 down; mean +1.00%; best MSFT +1.25%; worst AAPL +…

      AAPL  AAPL Inc.  201.50 USD  day 99.00–121.00; 1d of 5m bars
                                                    ⢀⣀⠤⠒⠉ ◀ 120.00
                                                ⣀⠤⠔⠊⠁
                                           ⣀⡠⠔⠒⠉          ┤ 115
                                      ⢀⡠⠤⠒⠉
                                  ⣀⠤⠒⠊⠁
                             ⣀⡠⠔⠊⠉                        ┤ 110
                        ⢀⡠⠤⠒⠉
                    ⣀⠤⠒⠊⠁
               ⣀⠤⠔⠊⠉                                      ┤ 105
          ⢀⡠⠔⠒⠉
      ⣀⠤⠒⠉⠁
            ▄▄███     ▄▄███     ▄▄▄██     ▄▄▄██     ▄▄▄██ ┤ 4.00K
      ▄▄▄████████▄▄████████▄▄████████▄▄▄███████▄▄▄███████ │ volume
                 10:12  10:21   10:30      10:42      EST

      0.015 of 0.500 USDC; 0.900 an hour; every 1 min, next 0:42
      j k move  ←→ range  / add  x remove  ? keys  q quit
      fiq watch  STALE: newest price 20 h 2 min old                                                                  07:00 EST
        ticker   name            price  cur  change %  since open  today                      day range  volume  as of
      > AAPL     AAPL Inc.      201.50  USD    +0.75%    +101.50%  ▁▁▂▃▃▄▄▅▅▆▆▇██          99.00–121.00   45.2M  Fri 10:58 EST
        MSFT     MSFT Inc.      202.50  USD    +1.25%    +102.50%  ▁▁▂▃▃▄▄▅▅▆▆▇██          99.00–121.00   45.2M  Fri 10:58 EST
        2 up, 0 down; mean +1.00%; best MSFT +1.25%; worst AAPL +0.75%

      AAPL  AAPL Inc.  201.50 USD  day 99.00–121.00; 1d of 5m bars
                                                                                                            ⣀⣀⡠⠤⠤⠒⠒⠊⠉ ◀ 120.00
                                                                                                 ⢀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠉
                                                                                       ⣀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠁                    ┤ 115
                                                                             ⣀⣀⡠⠤⠤⠒⠒⠊⠉⠉
                                                                  ⢀⣀⣀⠤⠤⠤⠒⠒⠊⠉⠉
                                                        ⢀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠁                                                   ┤ 110
                                              ⣀⣀⡠⠤⠤⠒⠒⠒⠉⠉⠁
                                    ⣀⣀⡠⠤⠤⠒⠒⠊⠉⠉
                         ⢀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠉                                                                                  ┤ 105
               ⣀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠁
      ⣀⡠⠤⠤⠒⠒⠊⠉⠉
                  ▄▄▄▄▄██████           ▄▄▄▄▄██████           ▄▄▄▄▄▄█████           ▄▄▄▄▄▄█████           ▄▄▄▄▄▄█████ ┤ 4.00K
      ▄▄▄▄▄▄█████████████████▄▄▄▄▄█████████████████▄▄▄▄▄█████████████████▄▄▄▄▄▄████████████████▄▄▄▄▄▄████████████████ │ volume
                  10:06      10:12 10:15       10:21      10:27 10:30      10:36       10:42 10:45      10:51     EST

      0.015 of 0.500 USDC; 0.900 an hour, a day 5.850 of 2.000; every 1 min, next 0:42; source 20 h 2 min old
      j k move  ←→ range  c chart  v volume  s sort  g group  % unit  p pause  / add  x remove  u undo  ? keys  q quit
      "
    `)
  })

  test('behavior: adapts immediately to another size', async () => {
    const { terminal, watch, drawing, leave } = scene(200, 40)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? keys')
    terminal.resize(60, 16)
    await terminal.until(() => terminal.shown().split('\n')[0]?.length === 60)
    await terminal.until(() => terminal.shown().split('\n').length === 16)
    leave()
    await ended
  })

  test('behavior: a terminal without UTF-8 gets only ASCII', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, { ...drawing, ascii: true })
    expect(await terminal.until('? keys')).toMatch(/^[\x20-\x7e\n]*$/)
    leave()
    await ended
  })

  test('behavior: writes only changes', async () => {
    const { terminal, watch, drawing, leave, change } = scene(120, 40)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? keys')
    const whole = terminal.written()
    change({ message: 'One line changed.' })
    await terminal.until('One line changed.')
    expect(terminal.written() - whole).toBeLessThan(whole / 10)
    leave()
    await ended
  })

  test('behavior: handles keys that arrive together in turn, and ignores pasted text', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? keys')
    terminal.press('\u001b[200~xxq\u001b[201~')
    terminal.press('/nvda')
    await terminal.until('Ticker to add (Enter, Esc): nvda_')
    terminal.press('\r')
    await terminal.until('> NVDA')
    expect(terminal.shown()).toContain('AAPL')
    leave()
    await ended
  })

  test('behavior: Ctrl-Z restores the terminal, and resuming draws again', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    terminal.canvas.output.write('$ fiq watch\n')
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const suspend = () => {
      terminal.canvas.output.write('stopped\n')
      stop()
    }
    const ended = drawWatch(watch, terminal.canvas, { ...drawing, suspend })
    await terminal.until('? keys')
    terminal.press('\u001a')
    await stopped
    await terminal.until(() => terminal.isAlternate() && terminal.shown().includes('? keys'))
    leave()
    await ended
    await terminal.until(() => !terminal.isAlternate())
    expect(terminal.shown()).toBe('$ fiq watch\nstopped')
  })

  test('behavior: an abrupt end restores the terminal before it prints', async () => {
    const { terminal, watch, drawing, leave, end } = scene(80, 24)
    terminal.canvas.output.write('$ fiq watch\n')
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? keys')
    end()
    terminal.canvas.output.write('fiq: Terminated.\n')
    await terminal.until('fiq: Terminated.')
    expect([terminal.isAlternate(), terminal.shown()]).toEqual([
      false,
      '$ fiq watch\nfiq: Terminated.',
    ])
    leave()
    await ended
  })

  test('error: ends if the terminal disappears', async () => {
    const { terminal, watch, drawing } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? keys')
    terminal.input.end()
    await ended
  })
})

describe('readAloud', () => {
  test('default: prints one line per price, accepts commands as words, and overwrites nothing', async () => {
    const { terminal, watch, change } = scene(80, 24)
    const ended = readAloud(watch, terminal.canvas)
    await terminal.until('0.015 of 0.500 USDC')
    change({
      quotes: new Map(watch.read().quotes).set('AAPL', {
        ticker: 'AAPL',
        price: 199,
        changePercent: -0.5,
      }),
    })
    terminal.press('add nvda\n')
    terminal.press('remove MSFT\n')
    await terminal.until('MSFT was removed')
    terminal.press('undo\n')
    terminal.press('remove MSFT\n')
    terminal.press('quit\n')
    await ended
    expect(watch.read().tickers).toEqual(['AAPL', 'NVDA'])
    expect(terminal.shown()).toMatchInlineSnapshot(`
      "Type a command and Enter: add, remove, undo, status, pause, go, now, help, quit.
      AAPL 201.50, up 0.75%, volume 45.2M
      MSFT 202.50, up 1.25%, volume 45.2M
      0.015 of 0.500 USDC; 0.900 an hour
      AAPL 199.00, down 0.50%
      MSFT was removed; undo (u) restores it. 0.015 of 0.500 USDC; 0.900 an hour"
    `)
  })
})

function scene(columns: number, rows: number) {
  const terminal = screenTerminal(columns, rows)
  let state: WatchState = answeredWith()
  let draw = () => {}
  let end = () => {}
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const change = (changes: Partial<WatchState>) => {
    state = { ...state, ...changes }
    draw()
  }
  const watch: WatchView = {
    read: () => state,
    left,
    now: () => start,
    onChange(run) {
      draw = run
    },
    onKey({ state: next, effect }) {
      change(next)
      if (effect === 'quit') leave()
    },
  }
  const drawing = {
    colour: true,
    ascii: false,
    timers: { after: () => () => {}, every: () => () => {} },
    onAbruptEnd(run: () => void) {
      end = run
    },
    suspend() {},
  }
  return { terminal, watch, drawing, leave, change, end: () => end() }
}
