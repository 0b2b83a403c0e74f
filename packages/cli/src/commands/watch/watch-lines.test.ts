import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../../terminal/format/text-width.ts'
import { withAnswer } from './poll-operation.ts'
import type { WatchState } from './state.ts'
import { closedMarket, fullAnswer, openMarket, start, stateWith } from './testing/watch-scene.ts'
import { watchLines } from './watch-lines.ts'

const answered = (changes: Partial<WatchState> = {}, market = openMarket) => {
  const asked = stateWith(changes)
  const operation = {
    query: '',
    variables: { tickers: asked.tickers, chosen: [asked.tickers[asked.chosen]!] },
  }
  const money = { spent: 15_000n, cap: 500_000n, perPoll: 15_000n }
  const phase = { kind: 'waiting', until: start + 42_000 } as const
  return { ...withAnswer(asked, asked, fullAnswer(operation, market)), money, phase, ...changes }
}
const screen = (columns: number, rows: number) => ({
  columns,
  rows,
  colour: false,
  interactive: true,
})
const drawn = (state: WatchState, columns: number, rows: number) =>
  watchLines(state, screen(columns, rows), start)
    .map((line) => line.trimEnd())
    .join('\n')

describe('watchLines', () => {
  test('default: prices, chart, money and keys', () => {
    expect(drawn(answered({ chart: 'candles' }), 80, 20)).toMatchInlineSnapshot(`
      "fiq watch                                   US market open, closes in 3 h 12 min
        ticker   price  cur  change  change %  state  as of  volume
      > AAPL    201.50  –     +1.50    +0.75%  –      –       45.2M
        MSFT    202.50  –     +2.50    +1.25%  –      –       45.2M

      AAPL 1D, bars of 5m
                                        ╷ ╻ ╽  ◀ 120.00
                                  ╷ ╻ ╽ ┃ ╿ ╵
                            ╷ ╻ ╽ ┃ ╿ ╵
                      ╷ ╻ ╽ ┃ ╿ ╵              ┤ 110
                  ╷ ╽ ┃ ╿ ╵
            ╷ ╽ ┃ ╿ ╹ ╵
      ╷ ╽ ┃ ╿ ╹ ╵
      ╿ ╹ ╵                                    ┤ 100
          ▄ █     ▄ █     ▄ █     ▄ █     ▄ █  ┤ 4.00K
      ▄ █ █ █ ▄ █ █ █ ▄ █ █ █ ▄ █ █ █ ▄ █ █ █  │ volume
                15:15     15:30     15:45  UTC

      0.015 of 0.5 USDC spent · 0.9 USDC an hour · next in 42 s
      ? help  q quit  ←→ range  Tab ticker  / add  c chart  k remove  f find  v volume"
    `)
  })

  test('behavior: narrow and low, the least important is left out and nothing is cut off', () => {
    const state = answered({ phase: { kind: 'market closed', until: start } }, closedMarket)
    expect(drawn({ ...state, isSandbox: true }, 60, 10)).toMatchInlineSnapshot(`
      "fiq watch          SANDBOX · market closed, opens in 2 d 2 h
        ticker   price  cur  change  change %  state
      > AAPL    201.50  –     +1.50    +0.75%  –
        MSFT    202.50  –     +2.50    +1.25%  –




      0.015 of 0.5 USDC spent · 0.9 USDC an hour · market closed
      ? help  q quit  ←→ range  Tab ticker  / add  c chart  f find"
    `)
  })

  test('behavior: what stops it is said, and so is what went wrong', () => {
    const state = answered({ phase: { kind: 'cap reached' }, said: 'No source\u001b[2J knows it.' })
    expect(drawn(state, 80, 9).split('\n').slice(-3)).toEqual([
      'No source knows it.',
      '0.015 of 0.5 USDC spent · 0.9 USDC an hour · CAP REACHED: nothing more is paid',
      '? help  q quit  ←→ range  Tab ticker  / add  c chart  k remove  f find  v volume',
    ])
  })

  test('behavior: many tickers are scrolled, the chosen one is always there', () => {
    const tickers = Array.from({ length: 40 }, (_, index) => `T${index}`)
    const state = answered({ tickers, chosen: 30, chart: 'none' })
    expect(drawn(state, 80, 12)).toContain('> T30')
    expect(drawn({ ...state, chart: 'line' }, 80, 24)).toMatch(/> T30.*\n {2}27 to 31 of 40\n/)
  })

  test.each([
    [{ kind: 'add', text: 'NV' } as const, 'Ticker to add (Enter, Esc): NV_'],
    [{ kind: 'find', text: 'app' } as const, 'Name to find (Enter, Esc): app_'],
    [
      { kind: 'found', rows: [{ ticker: 'AAPL', name: 'Apple' }], chosen: 0 } as const,
      '1 of 1: AAPL Apple (↑↓, Enter adds, Esc)',
    ],
  ])('behavior: the prompt stands in the last line', (prompt, line) => {
    expect(drawn(answered({ prompt }), 80, 12).split('\n').at(-1)).toBe(line)
  })

  test('property: exactly as high as the terminal, and nowhere wider', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 220 }),
        fc.integer({ min: 4, max: 60 }),
        fc.constantFrom('line', 'candles', 'none'),
        fc.boolean(),
        fc.boolean(),
        (columns, rows, chart, isHelp, colour) => {
          const state = answered({ chart, isHelp })
          const lines = watchLines(state, { ...screen(columns, rows), colour }, start)
          expect(lines).toHaveLength(rows)
          for (const line of lines)
            expect(textWidth(stripVTControlCharacters(line))).toBeLessThanOrEqual(columns)
        },
      ),
      { numRuns: 60 },
    )
  })
})
