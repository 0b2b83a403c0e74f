import { FiqError } from '@fiq/shared/errors'
import { indicatorOf } from '@fiq/shared/indicators/indicator'
import { indicatorRules } from '@fiq/shared/indicators/indicator-rules'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const bars = Array.from({ length: 24 }, (_, index) => ({
  date: `2018-01-${String(index + 1).padStart(2, '0')}`,
  open: 100 + index,
  high: 103 + index,
  low: 98 + index,
  close: 101 + index + (index % 3 === 0 ? -2 : 0),
  volume: 1_000_000 * (1 + (index % 5)),
}))
const priceHistory = [{ ticker: 'AAPL', bars }]
const given = (options: Record<string, string> = {}) => ({
  arguments: { tickers: ['aapl'] },
  options: { range: '1mo', interval: '1d', ...options },
})
const stale = {
  path: 'priceHistory',
  source: 'Kaggle S&P 500',
  sourceUrl: undefined,
  asOf: '2018-02-07',
  mode: 'mirror',
  stale: true,
}

describe('fiq history', () => {
  test('error: short bars that reach back too little are not a spelling mistake', async () => {
    const error = new FiqError('NOT_FOUND', 'The server says: Sources hold 1m bars for 8 days.')
    const context = { ...sceneOf().context, query: () => Promise.reject(error) }
    await expect(run(context, given({ range: '1y', interval: '1m' }))).rejects.toMatchObject({
      remedy: expect.stringContaining('a shorter --range or a wider --interval'),
    })
  })

  test('behavior: a currency pair has four decimals', async () => {
    const pair = bars.map((bar) => ({ ...bar, high: 1.2301, low: 1.1999, close: 1.224 }))
    const data = { priceHistory: [{ ticker: 'EURUSD=X', currency: 'USD', bars: pair }] }
    const { context, out } = sceneOf({ data, columns: 60 })
    await run(context, given({ indicator: 'ema20' }))
    expect(out()).toMatch(/^EURUSD=X {2}1\.2240 USD/)
    expect(out()).toContain('high 1.2301; low 1.1999')
    expect(out()).toContain('EMA 20  1.2240')
    expect(out()).toContain('◀ 1.2240')
  })

  test('default: draws candles if they fit, as wide as the terminal', async () => {
    const { context, out, requests } = sceneOf({ data: { priceHistory }, columns: 60 })
    await run(context, given())
    expect(out()).toMatchInlineSnapshot(`
      "AAPL  124.00  +25.00 +25.25% since 2018-01-01
      1mo, 24 daily bars to 2018-01-24; high 126.00; low 98.00;
      mean volume 2.92M
      ┃ rising  ║ falling
                                                  ╷ │  ┤ 125
                                              ╷ │ ╽ ┃  ◀ 124.00
                                          ╷ │ ╽ ╽ ╿ │
                                      ╷ │ │ ┃ ╿ ╿ ╵    ┤ 120
                                  ╷ │ ╽ ┃ ║ │ ╵
                              ╷ │ ╽ ╽ ╿ │ ╵            ┤ 115
                          ╷ │ │ ┃ ╿ ╿ ╵
                        │ │ ┃ ║ │ ╵
                    ╷ │ │ ┃ ╿ ╿ ╵                      ┤ 110
                ╷ │ ╽ ┃ ║ │ ╵
            ╷ │ ╽ ╽ ╿ │ ╵
        ╷ │ │ ┃ ╿ ╿ ╵                                  ┤ 105
      │ ╽ ┃ ║ │ ╵
      ╽ ╿ │ ╵                                          ┤ 100
      ╿ ╵
          ▂ ▅ █     ▂ ▅ █     ▂ ▅ █     ▂ ▅ █     ▂ ▅  ┤ 5.00M
      ▃ ▆ █ █ █ ▃ ▆ █ █ █ ▃ ▆ █ █ █ ▃ ▆ █ █ █ ▃ ▆ █ █  │ volume
                    01-08         01-15         01-22
      "
    `)
    expect(requests[0]?.variables).toEqual({ tickers: ['AAPL'], range: '1mo', interval: '1d' })
  })

  test('behavior: a day of minutes begins at a time, several days at a day', async () => {
    const minutes = ['27T14:30', '27T14:35', '30T14:30'].map((time) => ({
      ...bars[0]!,
      date: `2026-11-${time}:00Z`,
    }))
    const headOf = async (count: number) => {
      const data = { priceHistory: [{ ticker: 'AAPL', bars: minutes.slice(0, count) }] }
      const { context, out } = sceneOf({ data, columns: 60 })
      await run(context, given({ range: '1d', interval: '5m' }))
      return out().split('\n')[0]
    }
    expect(await headOf(2)).toMatch(/ since 09:30 EST$/)
    expect(await headOf(3)).toMatch(/ since 2026-11-27$/)
  })

  test('behavior: draws a line on request, with the age of the bars', async () => {
    const { context, out, err } = sceneOf({
      data: { priceHistory },
      columns: 60,
      answer: { sources: [stale] },
    })
    await run(context, given({ chart: 'line' }))
    expect(out()).toMatchInlineSnapshot(`
      "AAPL  124.00  +25.00 +25.25% since 2018-01-01
      1mo, 24 daily bars to 2018-01-24; high 126.00; low 98.00;
      mean volume 2.92M
      as of 2018-02-07, 8 years old
                                                      ⡠⠔⠊ ◀ 124.00
                                                  ⡀  ⡰⠁
                                               ⢠⠒⠉⠈⠑⠊     ┤ 120
                                          ⢀⡠⣀ ⡰⠁
                                        ⢀⠎⠁  ⠉
                                   ⣀⠔⠤⣀⡠⠃                 ┤ 115
                                 ⢀⠎
                            ⡠⠔⠑⠢⠤⠊
                       ⢀  ⢀⠜                              ┤ 110
                     ⡠⠒⠁⠉⠒⠊
                ⢀⣀  ⡔⠁
              ⡠⠊⠁ ⠉⠊                                      ┤ 105
         ⣀⠤⢄⡀⡰⠁
       ⢠⠊   ⠈
      ⡰⠁                                                  ┤ 100
           ▂▂▅▅██    ▂▂▅▅▅██    ▂▂▅▅██     ▂▂▅▅██    ▂▂▅▅ ┤ 5.00M
      ▃▃▃▆▆██████▃▃▆▆███████▃▃▆▆██████▃▃▆▆▆██████▃▃▆▆████ │ volume
                     01-08          01-15           01-22
      "
    `)
    expect(err().replace(/\s+/g, ' ')).toContain('as of 2018-02-07, 8 years old')
  })

  test('default: draws indicators over and below the prices, as high as the terminal', async () => {
    const { context, out, requests } = sceneOf({
      data: { priceHistory },
      columns: 60,
      rows: 30,
    })
    await run(context, given({ indicator: 'ema20,rsi' }))
    const lines = out().trimEnd().split('\n')
    expect(lines).toHaveLength(25)
    expect(lines[3]).toBe('┃ rising  ║ falling; dotted EMA 20  113.88')
    expect(lines.slice(-6)).toEqual([
      'RSI 14  82.43; lines at 70 and 30',
      expect.stringMatching(/ [┤◀] /),
      expect.stringMatching(/^┄/),
      expect.stringMatching(/^┄/),
      expect.anything(),
      expect.stringMatching(/01-08 /),
    ])
    // Only the bars are queried and paid.
    expect(requests[0]?.variables).toEqual({ tickers: ['AAPL'], range: '1mo', interval: '1d' })
    expect(requests[0]?.query).not.toContain('technicals')
  })

  test('behavior: indicators are columns of a spreadsheet, empty without a value', async () => {
    const { context, out } = sceneOf({ data: { priceHistory }, format: 'csv' })
    await run(context, given({ indicator: 'ema20,rsi' }))
    const [header, first, ...rest] = out().trimEnd().split('\n')
    expect(header).toBe('ticker,date,open,high,low,close,volume,currency,ema20,rsi')
    expect(first).toBe('AAPL,2018-01-01,100,103,98,99,1000000,,,')
    expect(rest.at(-1)).toMatch(/^AAPL,2018-01-24,.*,113\.8\d+,82\.4\d+$/)
  })

  test('behavior: without a chart, as for a screen reader, prints only numbers', async () => {
    for (const scene of [{ options: { chart: 'none' } }, { isReadAloud: true }]) {
      const { context, out } = sceneOf({ data: { priceHistory }, ...scene })
      await run(
        context,
        given({ indicator: 'ema20', ...('options' in scene ? scene.options : {}) }),
      )
      expect(out().split('\n').slice(0, 4)).toEqual([
        'AAPL  124.00  +25.00 +25.25% since 2018-01-01',
        '1mo, 24 daily bars to 2018-01-24; high 126.00; low 98.00; mean volume 2.92M',
        'ema20 113.88',
        '',
      ])
    }
  })

  test('behavior: computes the same indicators from the bars as the server', async () => {
    const { context, out } = sceneOf({ data: { priceHistory }, format: 'csv' })
    await run(context, given({ indicator: 'rsi14' }))
    const [, value] = /,([\d.]+)\n$/.exec(out()) ?? []
    const { points } = indicatorOf(indicatorRules['rsi']!, bars, { period: 14 })
    expect(Number(value)).toBe(points.at(-1)?.['value'])
  })

  test('default: --xlsx writes a workbook to the given path', async () => {
    const written: [string, number][] = []
    const { context, out } = sceneOf({ data: { priceHistory } })
    const writing = {
      ...context,
      openFile: (path: string) => ({
        write: (bytes: Uint8Array) => void written.push([path, bytes.length]),
      }),
    }
    await run(writing, given({ xlsx: 'bars.xlsx', indicator: 'rsi' }))
    expect(written).toEqual([['bars.xlsx', expect.any(Number)]])
    expect(out()).toBe('bars.xlsx: 24 rows, and a sheet with the source of each column\n')
  })

  test('error: refuses a workbook that cannot be written before any query', async () => {
    const { context, requests } = sceneOf({ data: { priceHistory } })
    const openFile = () => {
      throw new FiqError('OUTPUT_FAILED', '/no/x.xlsx cannot be written.')
    }
    const running = run({ ...context, openFile }, given({ xlsx: '/no/x.xlsx' }))
    await expect(running).rejects.toMatchObject({ code: 'OUTPUT_FAILED' })
    expect(requests).toEqual([])
  })

  test('default: compares several tickers by their change in percent', async () => {
    const both = ['AAPL', 'MSFT'].map((ticker) => ({ ticker, bars }))
    const { context, out } = sceneOf({ data: { priceHistory: both }, columns: 60, rows: 20 })
    await run(context, { ...given(), options: { percent: true } })
    const [title, ...lines] = out().split('\n')
    expect(title).toBe('Change since 2018-01-01, percent; 1 solid, 2 dotted')
    expect(lines.join('\n')).toMatch(/1 AAPL \+25\.25%\n.*2 MSFT \+25\.25%/)
    const drawn = sceneOf({ data: { priceHistory: both } })
    await run(drawn.context, { ...given(), options: { percent: true, indicator: 'rsi' } })
    expect(drawn.err()).toContain('note    A comparison draws no indicators.')
    const csv = sceneOf({ data: { priceHistory: both }, format: 'csv' })
    await run(csv.context, { ...given(), options: { percent: true } })
    expect(csv.out()).toMatch(/^ticker,date,open,high,low,close,volume,currency,changePercent\n/)
  })

  test('error: refuses an unknown indicator before any query', async () => {
    const { context, requests } = sceneOf()
    await expect(run(context, given({ indicator: 'kagi' }))).rejects.toMatchObject({
      code: 'USAGE',
    })
    expect(requests).toEqual([])
  })

  test('default: prints the value of the tool as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { priceHistory }, format: 'json' })
    await run(context, given())
    expect(JSON.parse(out())).toEqual(priceHistory)
  })

  test('behavior: prints one line per bar as CSV', async () => {
    const { context, out } = sceneOf({ data: { priceHistory }, format: 'csv' })
    await run(context, given())
    expect(out().split('\n').slice(0, 2)).toEqual([
      'ticker,date,open,high,low,close,volume,currency',
      'AAPL,2018-01-01,100,103,98,99,1000000,',
    ])
  })

  test('behavior: reports a ticker without bars beside the others', async () => {
    const { context, out } = sceneOf({
      data: {
        priceHistory: [...priceHistory, { ticker: 'ZZZ', bars: null, problem: 'NOT_FOUND' }],
      },
      columns: 60,
    })
    await run(context, given())
    expect(out()).toContain('ZZZ  no bars: NOT_FOUND')
  })

  test('behavior: keeps a number and its label on one line at every width', async () => {
    for (let columns = 40; columns <= 120; columns += 1) {
      const { context, out } = sceneOf({ data: { priceHistory }, columns })
      await run(context, given())
      for (const words of ['high 126.00', 'low 98.00', 'volume 2.92M'])
        expect(out(), `${columns} columns`).toContain(words)
    }
  })

  test('behavior: draws bars oldest first, even if received newest first', async () => {
    const reversed = sceneOf({
      data: { priceHistory: [{ ticker: 'AAPL', bars: bars.toReversed() }] },
      columns: 60,
    })
    await run(reversed.context, given())
    const forward = sceneOf({ data: { priceHistory }, columns: 60 })
    await run(forward.context, given())
    expect(reversed.out()).toBe(forward.out())
  })

  test('error: a complete refusal ends with its own code, and prints no null', async () => {
    const { context, out } = sceneOf({
      data: { priceHistory: null },
      format: 'json',
      answer: {
        payment: undefined,
        errors: [
          {
            message: 'No source knows ZZZ.',
            path: 'priceHistory',
            code: 'NOT_FOUND',
            facts: [],
          },
        ],
      },
    })
    await expect(run(context, given())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      kind: 'usage',
      funds: 'untouched',
    })
    expect(out()).toBe('')
  })

  test('error: if all tickers fail, ends with their code', async () => {
    const { context, out } = sceneOf({
      data: { priceHistory: [{ ticker: 'ZZZ', bars: null }] },
      answer: {
        errors: [
          {
            message: 'No source has bars of ZZZ.',
            path: 'priceHistory.0.bars',
            code: 'NOT_FOUND',
            facts: [],
          },
        ],
      },
    })
    await expect(run(context, given())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(out()).toBe('')
  })
})
