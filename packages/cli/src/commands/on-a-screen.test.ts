import { expect, test } from 'vitest'
import { sceneOf } from '../command-line/testing/scene.ts'
import { legibleColours, screenTerminal } from '../terminal/testing/screen-terminal.ts'
import { run as screen } from './screen/run.ts'
import { run as technicals } from './technicals/run.ts'

// Shows printed output as a terminal does, in colour, at common widths.

const widths = [60, 80, 120, 200]

const screenRow = {
  ticker: 'NVDA',
  name: 'NVIDIA Corporation',
  price: 1_201.5,
  changePercent: 5.25,
  gapPercent: -0.31,
  volume: 45_200_000,
  relativeVolume: 2.5,
  dollarVolume: 54_300_000_000,
  marketCap: 3_031_500_000_000,
}
const down = { ...screenRow, ticker: 'BRK.B', name: 'Berkshire', changePercent: -1.02 }

test('default: fiq screen', async () => {
  const data = { screen: [screenRow, { ...down, marketCap: null }] }
  const given = { arguments: {}, options: {} }
  const shown = await shownAt(data, (context) => screen(context, given))
  expect(shown).toMatchInlineSnapshot(`
    "
    60 =========================================================
    Most actives, 2
    ticker  name                 price  change %  volume  × mean
    NVDA    NVIDIA Corporat…  1,201.50    +5.25%   45.2M    2.50
    BRK.B   Berkshire         1,201.50    -1.02%   45.2M    2.50
    80 =============================================================================
    Most actives, 2
    ticker  name                   price  change %  volume  × mean    cap   gap %
    NVDA    NVIDIA Corporation  1,201.50    +5.25%   45.2M    2.50  3.03T  -0.31%
    BRK.B   Berkshire           1,201.50    -1.02%   45.2M    2.50      –  -0.31%
    120 ====================================================================================================================
    Most actives, 2
    ticker  name                   price  change %  volume  × mean    cap   gap %  prev close  mean volume  exchange
    NVDA    NVIDIA Corporation  1,201.50    +5.25%   45.2M    2.50  3.03T  -0.31%           –            –  –
    BRK.B   Berkshire           1,201.50    -1.02%   45.2M    2.50      –  -0.31%           –            –  –
    200 ====================================================================================================================================================================================================
    Most actives, 2
    ticker  name                   price  change %  volume  × mean    cap   gap %  prev close  mean volume  exchange  pre  pre %
    NVDA    NVIDIA Corporation  1,201.50    +5.25%   45.2M    2.50  3.03T  -0.31%           –            –  –           –      –
    BRK.B   Berkshire           1,201.50    -1.02%   45.2M    2.50      –  -0.31%           –            –  –           –      –
    "
  `)
})

test('default: fiq technicals', async () => {
  const date = '2026-11-20'
  const of = { value: 61.234, date, reason: null }
  const values = {
    rsi: of,
    macd: { macd: 1.5, signal: 1.2, histogram: -0.3, date, reason: null },
    bollinger: { upper: 540.1, middle: 520.2, lower: 500.3, date, reason: null },
    ema: of,
    sma: of,
    atr: { ...of, value: 4.2 },
    vwma: of,
    mfi: { value: null, date: null, reason: 'It needs 15 bars with a volume; there are 3.' },
  }
  const data = { technicals: values }
  const given = { arguments: { ticker: ['AAPL'] }, options: {} }
  const shown = await shownAt(data, (context) => technicals(context, given))
  expect(shown).toMatchInlineSnapshot(`
    "
    60 =========================================================
    AAPL   1y of daily bars
    RSI 14  61.23   MACD +1.50, signal +1.20, histogram -0.30
    EMA 20  61.23   SMA 20  61.23   VWMA 20  61.23
    ATR 14  4.20
    bands  500.30 / 520.20 / 540.10
    MFI 14  It needs 15 bars with a volume; there are 3.
    80, 120, 200 ===================================================================
    AAPL   1y of daily bars
    RSI 14  61.23   MACD +1.50, signal +1.20, histogram -0.30
    EMA 20  61.23   SMA 20  61.23   VWMA 20  61.23   ATR 14  4.20
    bands  500.30 / 520.20 / 540.10
    MFI 14  It needs 15 bars with a volume; there are 3.
    "
  `)
})

/**
 * Checks at each width that no line is broken and every colour is readable. Returns the text, once
 * for the widths with equal output.
 */
async function shownAt(
  data: Record<string, unknown>,
  run: (context: ReturnType<typeof sceneOf>['context']) => Promise<void>,
): Promise<string> {
  const widthsOf = new Map<string, number[]>()
  for (const columns of widths) {
    const terminal = screenTerminal(columns, 24)
    const { context, out } = sceneOf({ data, columns, colour: true })
    await run(context)
    await terminal.print(out())
    expect(terminal.isBroken()).toBe(false)
    for (const colour of terminal.colours()) expect(legibleColours).toContain(colour)
    widthsOf.set(terminal.shown(), [...(widthsOf.get(terminal.shown()) ?? []), columns])
  }
  const screens = [...widthsOf].map(
    ([shown, same]) => `${`${same.join(', ')} `.padEnd(same[0] ?? 0, '=')}\n${shown}`,
  )
  return `\n${screens.join('\n')}\n`
}
