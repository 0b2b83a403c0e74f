import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../../terminal/format/text-width.ts'
import { frameNamed } from './frames.ts'
import type { WatchState } from './state.ts'
import { answeredWith, closedMarket, quoteOf, start } from './testing/watch-scene.ts'
import { watchLines } from './watch-lines.ts'

const answered = answeredWith
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
  test('default: shows prices, chart, money and keys', () => {
    expect(drawn(answered({ chart: 'candles' }), 80, 20)).toMatchInlineSnapshot(`
      "fiq watch  STALE: newest price 20 h 2 min old                          07:00 EST
        ticker   name                price  cur  change %  since open  today
      > AAPL     AAPL Inc.          201.50  USD    +0.75%    +101.50%  ▁▁▂▃▃▄▄▅▅▆▆▇██
        MSFT     MSFT Inc.          202.50  USD    +1.25%    +102.50%  ▁▁▂▃▃▄▄▅▅▆▆▇██
        2 up, 0 down; mean +1.00%; best MSFT +1.25%; worst AAPL +0.75%

      AAPL  AAPL Inc.  201.50 USD  day 99.00–121.00; 1d of 5m bars
                                        ╷ ╻ ╽  ◀ 120.00
                                  ╷ ╽ ┃ ╿ ╹ ╵
                          ╷ ╻ ╽ ┃ ╿ ╹ ╵
                    ╷ ╽ ┃ ╿ ╹ ╵                ┤ 110
            ╷ ╻ ╽ ┃ ╿ ╹ ╵
      ╷ ╻ ╽ ┃ ╿ ╵
      ╿ ╹ ╵                                    ┤ 100
          ▄ █     ▄ █     ▄ █     ▄ █     ▄ █  ┤ 4.00K
      ▄ █ █ █ ▄ █ █ █ ▄ █ █ █ ▄ █ █ █ ▄ █ █ █  │ volume
                10:15     10:30     10:45  EST

      0.015 of 0.500 USDC; 0.900 an hour; every 1 min, next 0:42
      j k move  ←→ range  c chart  s sort  g group  % unit  / add  x remove  ? keys"
    `)
  })

  test('behavior: on a small terminal, omits the least important parts and cuts nothing', () => {
    const state = answered(
      { phase: { kind: 'market closed', until: start, opens: 'AAPL' } },
      closedMarket,
    )
    expect(drawn({ ...state, isSandbox: true }, 60, 10)).toMatchInlineSnapshot(`
      "fiq watch  SANDBOX; US closed, opens 07:00 EST;…   07:00 EST
        ticker   name                price  cur  change %
      > AAPL     AAPL Inc.          201.50  USD    +0.75%
        MSFT     MSFT Inc.          202.50  USD    +1.25%




      0.015 of 0.500 USDC; 0.900 an hour; every 1 min, next 0:00
      j k move  ←→ range  / add  x remove  ? keys  q quit"
    `)
  })

  test('behavior: an index is in points, and the keys fit a screen of 80 columns', () => {
    const state = answered({ tickers: ['^GSPC'], chosen: '^GSPC' })
    const lines = drawn(state, 80, 24).split('\n')
    expect(lines[2]).toMatch(/^> \^GSPC .* pts /)
    expect(lines.find((line) => line.startsWith('^GSPC'))).toMatch(/ pts {2}/)
    expect(drawn({ ...state, isHelp: true }, 80, 24)).not.toContain('…')
  })

  test.each([
    [{ phase: { kind: 'querying' } }, 'asking, 0.015 USDC'],
    [{ phase: { kind: 'paused' } }, 'PAUSED; p continues'],
    [{ phase: { kind: 'cap reached' } }, 'CAP REACHED: 0.015 of 0.500; q quits'],
    [
      { phase: { kind: 'no server', since: start - 180_000, until: start + 30_000 } },
      'NO SERVER for 3 min, next try in 30 s; nothing paid',
    ],
    [
      {
        phase: { kind: 'market closed', until: Date.parse('2026-11-23T14:30:00Z'), opens: 'AAPL' },
      },
      'US closed, opens Mon 09:30 EST; paused',
    ],
    [{}, 'STALE: newest price 20 h 2 min old'],
    [{ market: undefined }, '2 tickers; US market unknown'],
    [{ isSandbox: true, market: undefined }, 'SANDBOX; 2 tickers; US market unknown'],
  ] satisfies [Partial<WatchState>, string][])(
    'behavior: the first line shows %j',
    (changes, words) => {
      const [first] = drawn({ ...answered(), ...changes }, 80, 12).split('\n')
      expect(first).toBe(`fiq watch  ${words.padEnd(60)}07:00 EST`)
    },
  )

  test('behavior: only the price of a market that trades now can be stale', () => {
    const tickers = ['AAPL', 'VOD.L']
    const isStale = (marketState: string) => {
      const state = answered({
        tickers,
        market: { isOpen: false, nextOpen: start + 1, nextClose: start + 2 },
      })
      const quotes = new Map([...state.quotes, ['VOD.L', { ...quoteOf('VOD.L', 66), marketState }]])
      return drawn({ ...state, quotes }, 80, 12).includes('STALE')
    }
    expect(['CLOSED', 'POST', 'REGULAR'].map(isStale)).toEqual([false, false, true])
  })

  test('behavior: the row of a ticker without a price says why', () => {
    const tickers = ['AAPL', 'AAPLE']
    const state = answered({ tickers })
    const problem =
      'NOT_FOUND: The directory has no ticker "AAPLE". AAPLE: did you mean AAPL, VALE?'
    const quotes = new Map([...state.quotes, ['AAPLE', { ticker: 'AAPLE', price: null, problem }]])
    expect(drawn({ ...state, quotes }, 80, 12)).toContain(
      '\n  AAPLE    ! no such ticker; like AAPL, VALE\n',
    )
  })

  test('behavior: the title of the chart omits the range of the day before the indicator', () => {
    const state = { ...answered(), indicator: 'ema20' }
    const titleAt = (columns: number) =>
      drawn(state, columns, 24)
        .split('\n')
        .find((line) => line.includes('of 5m bars'))
    expect(titleAt(80)).toMatch(/day .* ema20$/)
    expect(titleAt(60)).toMatch(/^(?!.*day).* ema20$/)
  })

  test('behavior: scrolls many tickers, with the selected one always visible', () => {
    const tickers = Array.from({ length: 200 }, (_, index) => `T${index}`)
    for (const chosen of ['T0', 'T99', 'T199']) {
      const lines = drawn(answered({ tickers, chosen }), 120, 40)
      expect(lines).toContain(`> ${chosen} `)
      expect(lines).toMatch(/\d+–\d+ of 200\n/)
    }
    expect(drawn(answered({ tickers, chosen: 'T99', chart: 'none' }), 80, 12)).toContain('> T99')
  })

  test('behavior: shows sorting, groups, prices, and unbought data', () => {
    const tickers = ['AAPL', 'BTC-USD', '^GSPC']
    const state = answered({
      tickers,
      chosen: 'BTC-USD',
      sort: { by: 'change', isReversed: false },
      group: 'kind',
      unit: 'price',
      frame: frameNamed('6mo')!,
    })
    const money = { ...state.money, perChart: 15_000n }
    expect(drawn({ ...state, money }, 80, 20)).toMatchInlineSnapshot(`
      "fiq watch  STALE: newest price 20 h 2 min old                          07:00 EST
        ticker   name                price  cur    change  since open  today
        indices
        ^GSPC    ^GSPC Inc.         203.50  pts     +3.50     +103.50  ▁▁▂▃▃▄▄▅▅▆▆▇██
        crypto assets
      > BTC-USD  BTC-USD Inc.       202.50  USD     +2.50     +102.50  ▁▁▂▃▃▄▄▅▅▆▆▇██
        stocks and funds
        AAPL     AAPL Inc.          201.50  USD     +1.50     +101.50  ▁▁▂▃▃▄▄▅▅▆▆▇██
        3 up, 0 down; mean +1.25%; best ^GSPC +1.75%; worst AAPL +0.75%

      BTC-USD  BTC-USD Inc.  $ 6mo of 1d bars: 0.015 USDC, Enter buys







      0.015 of 0.500 USDC; 0.900 an hour; every 1 min, next 0:42
      j k move  ←→ range  c chart  s sort  g group  % unit  / add  x remove  ? keys"
    `)
  })

  test('behavior: the position counts tickers, not the titles of groups', () => {
    const tickers = ['^GSPC', 'BTC-USD', 'EURUSD=X', 'GC=F', 'AAPL', 'MSFT', 'NVDA', 'VOD.L']
    const lines = drawn(answered({ tickers, chosen: '^GSPC', group: 'kind' }), 80, 24)
    expect(lines).toMatch(/\n {2}1–4 of 8\n/)
  })

  test('behavior: a currency pair has four decimals, below those of the other prices', () => {
    const tickers = ['AAPL', 'EURUSD=X']
    const state = answered({ tickers, chosen: 'EURUSD=X', unit: 'price' })
    const pair = { ...quoteOf('EURUSD=X', 1.224), change: 0.002, dayLow: 1.22, dayHigh: 1.2301 }
    const lines = drawn(
      { ...state, quotes: new Map([...state.quotes, ['EURUSD=X', pair]]) },
      120,
      24,
    )
    expect(lines).toMatch(/AAPL .* 201\.50 {4}USD +\+1\.50 {2} /)
    expect(lines).toMatch(/EURUSD=X .* {3}1\.2240 {2}USD +\+0\.0020 /)
    expect(lines).toContain('1.2200–1.2301')
    expect(lines).toContain('1.2240 USD  day 1.2200–1.2301; 1d of 5m bars')
  })

  test('behavior: an indicator below the prices fits into the screen with its line', () => {
    const tickers = Array.from({ length: 12 }, (_, index) => `T${index}`)
    for (const rows of [20, 24, 30, 40]) {
      const lines = drawn(answered({ tickers, chosen: 'T0', indicator: 'rsi' }), 80, rows).split(
        '\n',
      )
      const title = lines.findIndex((line) => line.startsWith('RSI 14'))
      expect(title).toBeGreaterThan(0)
      expect(lines.findIndex((line) => line.includes('◀ 100.00'))).toBeGreaterThan(title)
      expect(lines.at(-4)).toMatch(/\d\d:\d\d .*E[SD]T$/)
    }
  })

  test('behavior: omits the chart below 20 rows, and the summary below 12', () => {
    expect(drawn(answered(), 80, 20)).toContain('◀')
    expect(drawn(answered(), 80, 19)).not.toContain('◀')
    expect(drawn(answered(), 80, 12)).toContain('2 up, 0 down')
    expect(drawn(answered(), 80, 11)).not.toContain('2 up')
  })

  test('behavior: computes an indicator from the present bars', () => {
    expect(drawn(answered({ indicator: 'rsi' }), 80, 30)).toMatch(/RSI 14 {2}100\.00/)
    expect(drawn(answered({ indicator: 'bollinger' }), 80, 30)).toContain('; bollinger')
  })

  test('default: shows the price of a day if there is room', () => {
    expect(drawn(answered(), 120, 24)).toContain(
      '0.015 of 0.500 USDC; 0.900 an hour, a day 5.850 of 2.000; every 1 min, next 0:42',
    )
  })

  test.each([
    [{ kind: 'add', text: 'NV' } as const, 'Ticker to add (Enter, Esc): NV_'],
    [{ kind: 'find', text: 'app' } as const, 'Name to find (Enter, Esc): app_'],
    [
      { kind: 'found', rows: [{ ticker: 'AAPL', name: 'Apple' }], chosen: 0 } as const,
      '1 of 1: AAPL Apple (↑↓, Enter adds, Esc)',
    ],
  ])('behavior: shows the prompt in the last line', (prompt, line) => {
    expect(drawn(answered({ prompt }), 80, 12).split('\n').at(-1)).toBe(line)
  })

  test('property: is exactly as high as the terminal, and no line is wider', () => {
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
