import { describe, expect, test } from 'vitest'
import { legibleColours, screenTerminal } from '../../terminal/testing/screen-terminal.ts'
import { drawWatch, type WatchView } from './draw-watch.tsx'
import { withAnswer } from './poll-operation.ts'
import { readAloud } from './read-aloud.ts'
import type { WatchState } from './state.ts'
import { fullAnswer, start, stateWith } from './testing/watch-scene.ts'

describe('drawWatch', () => {
  test.each([60, 80, 120, 200])(
    'default: at %i columns it fills the terminal, and gives it back',
    async (columns) => {
      const { terminal, watch, drawing, leave } = scene(columns, 24)
      terminal.canvas.output.write('$ fiq watch\n')
      const ended = drawWatch(watch, terminal.canvas, drawing)
      const shown = await terminal.until('? help')
      expect(terminal.isAlternate()).toBe(true)
      const lines = shown.split('\n')
      expect([lines.length, lines[0]!.length]).toEqual([24, columns])
      for (const colour of terminal.colours()) expect(legibleColours).toContain(colour)
      expect(lines[2]).toMatch(/^> AAPL +201\.50 .* \+1\.50 +\+0\.75%/)
      leave()
      await ended
      await terminal.until(() => !terminal.isAlternate())
      expect(terminal.shown()).toBe('$ fiq watch')
    },
  )

  test('default: the quotes, the chart of the chosen one, what is spent and the keys', async () => {
    const screens = []
    for (const columns of [60, 120]) {
      const { terminal, watch, drawing, leave } = scene(columns, 24)
      const ended = drawWatch(watch, terminal.canvas, drawing)
      screens.push(await terminal.until('? help'))
      leave()
      await ended
    }
    expect(`\n${screens.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      fiq watch               US market open, closes in 3 h 12 min
        ticker   price  cur  change  change %  state
      > AAPL    201.50  –     +1.50    +0.75%  –
        MSFT    202.50  –     +2.50    +1.25%  –

      AAPL 1D, bars of 5m
                                                     ⣀⠤⠒⠉ ◀ 120.00
                                                ⢀⣀⠤⠒⠉
                                            ⢀⡠⠔⠊⠁
                                        ⣀⠤⠒⠊⠁             ┤ 115
                                    ⣀⠤⠒⠉
                               ⢀⡠⠔⠊⠉
                           ⣀⡠⠔⠊⠁                          ┤ 110
                       ⣀⠤⠒⠉
                  ⢀⡠⠤⠒⠉
              ⢀⡠⠔⠊⠁                                       ┤ 105
          ⣀⠤⠒⠉⠁
      ⣀⠤⠒⠉
            ▄▄███     ▄▄███     ▄▄▄██     ▄▄▄██     ▄▄▄██ ┤ 4.00K
      ▄▄▄████████▄▄████████▄▄████████▄▄▄███████▄▄▄███████ │ volume
                 15:12  15:21   15:30      15:42      UTC

      0.015 of 0.5 USDC spent · 0.9 USDC an hour · next in 42 s
      ? help  q quit  ←→ range  Tab ticker  / add  c chart  f find
      fiq watch                                                                           US market open, closes in 3 h 12 min
        ticker   price  cur  change  change %  state  as of  volume    cap
      > AAPL    201.50  –     +1.50    +0.75%  –      –       45.2M  3.03T
        MSFT    202.50  –     +2.50    +1.25%  –      –       45.2M  3.03T

      AAPL 1D, bars of 5m
                                                                                                            ⢀⣀⣀⠤⠤⠒⠒⠊⠉ ◀ 120.00
                                                                                                   ⣀⣀⡠⠤⠤⠒⠒⠉⠉⠁
                                                                                         ⢀⣀⣀⠤⠤⠔⠒⠒⠉⠉
                                                                                ⢀⣀⡠⠤⠤⠒⠒⠊⠉⠁                            ┤ 115
                                                                       ⣀⣀⡠⠤⠔⠒⠒⠉⠉⠁
                                                             ⢀⣀⣀⠤⠤⠒⠒⠊⠉⠉
                                                    ⣀⣀⡠⠤⠤⠒⠒⠉⠉⠁                                                        ┤ 110
                                          ⢀⣀⣀⠤⠤⠔⠒⠊⠉⠉
                                 ⢀⣀⡠⠤⠤⠒⠒⠊⠉⠁
                        ⣀⣀⠤⠤⠔⠒⠒⠉⠉⠁                                                                                    ┤ 105
              ⢀⣀⣀⠤⠤⠒⠒⠊⠉⠉
      ⣀⡠⠤⠤⠒⠒⠉⠉⠁
                  ▄▄▄▄▄██████           ▄▄▄▄▄██████           ▄▄▄▄▄▄█████           ▄▄▄▄▄▄█████           ▄▄▄▄▄▄█████ ┤ 4.00K
      ▄▄▄▄▄▄█████████████████▄▄▄▄▄█████████████████▄▄▄▄▄█████████████████▄▄▄▄▄▄████████████████▄▄▄▄▄▄████████████████ │ volume
                  15:06      15:12 15:15       15:21      15:27 15:30      15:36       15:42 15:45      15:51     UTC

      0.015 of 0.5 USDC spent · 0.9 USDC an hour · next in 42 s
      ? help  q quit  ←→ range  Tab ticker  / add  c chart  k remove  f find  v volume  r now  Space pause
      "
    `)
  })

  test('behavior: another size is drawn in at once', async () => {
    const { terminal, watch, drawing, leave } = scene(200, 40)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? help')
    terminal.resize(60, 16)
    const first = `fiq watch${'US market open, closes in 3 h 12 min'.padStart(51)}`
    await terminal.until(() => terminal.shown().split('\n')[0] === first)
    await terminal.until(() => terminal.shown().split('\n').length === 16)
    leave()
    await ended
  })

  test('behavior: a terminal without UTF-8 gets ASCII alone', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, { ...drawing, ascii: true })
    expect(await terminal.until('? help')).toMatch(/^[\x20-\x7e\n]*$/)
    leave()
    await ended
  })

  test('behavior: only what changed is written', async () => {
    const { terminal, watch, drawing, leave, change } = scene(120, 40)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? help')
    const whole = terminal.written()
    change({ said: 'One line changed.' })
    await terminal.until('One line changed.')
    expect(terminal.written() - whole).toBeLessThan(whole / 10)
    leave()
    await ended
  })

  test('behavior: keys that came together are pressed in turn, what is pasted is no key', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? help')
    terminal.press('\u001b[200~kkq\u001b[201~')
    terminal.press('/nvda')
    await terminal.until('Ticker to add (Enter, Esc): nvda_')
    terminal.press('\r')
    await terminal.until('> NVDA')
    expect(terminal.shown()).toContain('AAPL')
    leave()
    await ended
  })

  test('behavior: on Ctrl-Z the terminal is as it was, and drawn on again afterwards', async () => {
    const { terminal, watch, drawing, leave } = scene(80, 24)
    terminal.canvas.output.write('$ fiq watch\n')
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const suspend = () => {
      terminal.canvas.output.write('stopped\n')
      stop()
    }
    const ended = drawWatch(watch, terminal.canvas, { ...drawing, suspend })
    await terminal.until('? help')
    terminal.press('\u001a')
    await stopped
    await terminal.until(() => terminal.isAlternate() && terminal.shown().includes('? help'))
    leave()
    await ended
    await terminal.until(() => !terminal.isAlternate())
    expect(terminal.shown()).toBe('$ fiq watch\nstopped')
  })

  test('behavior: an abrupt end gives the terminal back before anything is said', async () => {
    const { terminal, watch, drawing, leave, end } = scene(80, 24)
    terminal.canvas.output.write('$ fiq watch\n')
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? help')
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

  test('error: a terminal that goes away ends it', async () => {
    const { terminal, watch, drawing } = scene(80, 24)
    const ended = drawWatch(watch, terminal.canvas, drawing)
    await terminal.until('? help')
    terminal.input.end()
    await ended
  })
})

describe('readAloud', () => {
  test('default: a line a price, commands in words, nothing drawn over', async () => {
    const { terminal, watch, change } = scene(80, 24)
    const ended = readAloud(watch, terminal.canvas)
    await terminal.until('0.015 of 0.5 USDC spent')
    change({
      quotes: new Map(watch.read().quotes).set('AAPL', {
        ticker: 'AAPL',
        price: 199,
        changePercent: -0.5,
      }),
    })
    terminal.press('add nvda\n')
    terminal.press('remove MSFT\n')
    await terminal.until('MSFT is removed')
    terminal.press('quit\n')
    await ended
    expect(watch.read().tickers).toEqual(['AAPL', 'NVDA'])
    expect(terminal.shown()).toMatchInlineSnapshot(`
      "Type a command and Enter: add, remove, status, pause, go, now, help, quit.
      AAPL 201.50, up 0.75%, volume 45.2M
      MSFT 202.50, up 1.25%, volume 45.2M
      0.015 of 0.5 USDC spent · 0.9 USDC an hour
      AAPL 199.00, down 0.50%
      MSFT is removed. 0.015 of 0.5 USDC spent · 0.9 USDC an hour"
    `)
  })
})

function scene(columns: number, rows: number) {
  const terminal = screenTerminal(columns, rows)
  const asked = stateWith()
  const operation = { query: '', variables: { tickers: asked.tickers, chosen: ['AAPL'] } }
  let state: WatchState = {
    ...withAnswer(asked, asked, fullAnswer(operation)),
    phase: { kind: 'waiting', until: start + 42_000 },
    money: { spent: 15_000n, cap: 500_000n, perPoll: 15_000n },
  }
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
