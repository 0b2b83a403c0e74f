import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../format/text-width.ts'
import { type ChartBar, mergeBars } from './bar.ts'
import { drawCandles } from './candles.ts'
import { chartRowsMin, drawChart } from './draw-chart.ts'
import { drawLine } from './line.ts'
import { drawOver, overlayLegend } from './overlay.ts'
import { drawPanel, panelRows } from './panel.ts'
import { scaleOver } from './scale.ts'
import { drawVolume } from './volume.ts'

const bar = (close: number, more: Partial<ChartBar> = {}): ChartBar => ({
  date: '2018-02-07',
  open: close,
  high: close,
  low: close,
  close,
  volume: 10,
  ...more,
})
const screen = (columns: number) => ({ columns, colour: false, interactive: true })

const price = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const anyBar = fc
  .record({ a: price, b: price, c: price, d: price, volume: fc.option(fc.nat()) })
  .map(({ a, b, c, d, volume }) => {
    const [low, first, second, high] = [a, b, c, d].sort((x, y) => x - y) as [
      number,
      number,
      number,
      number,
    ]
    return { date: '2018-02-07', low, high, open: second, close: first, volume }
  })
const anyBars = fc.array(anyBar, { minLength: 1, maxLength: 400 })

describe('drawLine', () => {
  test('default: rises from the lower left to the upper right', () => {
    expect(drawLine([1, 2, 3, 4, 5, 6, 7, 8], 4, 2)).toEqual(['⠀⠀⡠⠊', '⡠⠊⠀⠀'])
  })

  test('behavior: a flat line and a single value are drawn in the middle', () => {
    expect(drawLine([5, 5, 5, 5], 2, 1)).toEqual(['⠒⠒'])
    expect(drawLine([5], 2, 1)).toEqual(['⠒⠒'])
  })

  test('behavior: a peak of one value among thousands is not lost', () => {
    const values = new Array<number>(5_000).fill(1)
    values[2_500] = 100
    expect(drawLine(values, 20, 4)[0]).not.toBe('⠀'.repeat(20))
  })

  test('property: exactly as wide and high as asked', () => {
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1 }),
        fc.integer({ min: 1, max: 80 }),
        (values, width) => {
          const lines = drawLine(values, width, 5)
          expect(lines).toHaveLength(5)
          for (const line of lines) expect(line).toHaveLength(width)
        },
      ),
    )
  })
})

describe('drawCandles', () => {
  test('default: wick from low to high, body from open to close, direction by shape', () => {
    const { lines } = drawCandles(
      [
        bar(8, { open: 2, low: 0, high: 9 }),
        bar(2, { open: 8, low: 0, high: 9 }),
        bar(5, { open: 5, low: 5, high: 5 }),
      ],
      { width: 6, height: 5, colour: false },
    )
    expect(lines.map((line) => line.trimEnd())).toEqual(['╽ ╽', '┃ ║', '┃ ║ ╹', '┃ ║', '│ │'])
  })

  test('behavior: colour changes no shape', () => {
    const bars = [bar(8, { open: 2, low: 0, high: 9 }), bar(2, { open: 8, low: 0, high: 9 })]
    const options = { width: 4, height: 5, colour: false }
    const plain = drawCandles(bars, options).lines
    const coloured = drawCandles(bars, { ...options, colour: true }).lines
    expect(coloured.join('')).toContain('\u001b[38;5;167m')
    expect(coloured.map(stripVTControlCharacters)).toEqual(plain)
  })
})

describe('mergeBars', () => {
  test('property: keeps first open, last close, every extreme and all of the volume', () => {
    fc.assert(
      fc.property(anyBars, fc.integer({ min: 1, max: 50 }), (bars, countMax) => {
        const merged = mergeBars(bars, countMax)
        expect(merged.length).toBe(Math.min(bars.length, countMax))
        const of = (key: 'high' | 'low', list: readonly ChartBar[]) => list.map((one) => one[key])
        expect(Math.max(...of('high', merged))).toBe(Math.max(...of('high', bars)))
        expect(Math.min(...of('low', merged))).toBe(Math.min(...of('low', bars)))
        expect(merged[0]!.open).toBe(bars[0]!.open)
        expect(merged.at(-1)!.close).toBe(bars.at(-1)!.close)
        const sum = (list: readonly ChartBar[]) =>
          list.reduce((a, { volume }) => a + (volume ?? 0), 0)
        expect(sum(merged)).toBe(sum(bars))
      }),
    )
  })
})

describe('drawVolume', () => {
  test('default: the largest fills the height, any volume shows', () => {
    expect(
      drawVolume([bar(1, { volume: 1 }), bar(1, { volume: 1_000 }), bar(1, { volume: 500 })], {
        width: 3,
        height: 2,
        step: 1,
      }),
    ).toEqual([' █ ', '▁██'])
  })

  test('behavior: without volumes there is nothing to draw', () => {
    expect(drawVolume([bar(1, { volume: null })], { width: 3, height: 2, step: 1 })).toEqual([])
  })
})

describe('scaleOver', () => {
  test('default: lowest at 0, highest at the top', () => {
    const { stepOf } = scaleOver([10, 20], 11)
    expect([stepOf(10), stepOf(15), stepOf(20)]).toEqual([0, 5, 10])
  })
})

describe('drawOver', () => {
  const overlay = { name: 'ema2', values: [1, null, 3], mark: '•' }

  test('default: a mark in every column where nothing is drawn, and its newest value', () => {
    const onto = { width: 3, low: 1, high: 3, step: 1, colour: false } as const
    expect(drawOver(['⠀⠀⠀', '   ', '⠒⠀⠀'], [overlay], onto)).toEqual(['⠀⠀•', '   ', '⠒⠀⠀'])
    expect(overlayLegend(overlay)).toBe('• ema2 3.00')
  })

  test('behavior: colours around it stay with their own cells', () => {
    const onto = { width: 2, low: 1, high: 1, step: 1, colour: true } as const
    const [line] = drawOver(['\u001b[38;5;28m⠒⠀\u001b[39m'], [{ ...overlay, values: [1, 1] }], onto)
    expect(line).toBe('\u001b[38;5;28m⠒\u001b[39m\u001b[38;5;133m•\u001b[39m')
  })
})

describe('drawPanel', () => {
  const onto = { width: 4, isAscii: false, axis: (label: string) => ` ${label}`, colour: false }

  test('default: on its own scale, empty before its first value', () => {
    const panel = { name: 'rsi', values: [null, null, 0, 100], bounds: [0, 100] as const }
    expect(drawPanel(panel, onto)).toEqual(['rsi…', '  ⠀⢸ 100.00', '  ⢀⠇ ', '  ⡸⠀ 0.00'])
  })

  test('behavior: without values it says so', () => {
    expect(drawPanel({ name: 'r', values: [null] }, { ...onto, width: 20 })).toEqual([
      'r: no values',
    ])
  })
})

describe('drawChart', () => {
  test('behavior: a terminal without UTF-8 gets ASCII alone', () => {
    const bars = [bar(8, { open: 2, low: 0, high: 9 }), bar(2, { open: 8, low: 0, high: 9 })]
    const options = { height: 8, volume: true }
    const ascii = { ...screen(40), ascii: true }
    expect(drawChart(bars, 'candles', ascii, options)).toMatchInlineSnapshot(`
      "# o        +9.00
      # o        |
      # o        |
      # o        |
      # o        |
      | |        +0.00
      2018-02-07
      # rising  o falling"
    `)
    for (const kind of ['line', 'candles'] as const)
      expect(drawChart(bars, kind, ascii)).toMatch(/^[\x20-\x7e\n]*$/)
  })

  test('property: as high as was asked, whatever is drawn in it', () => {
    const parts = {
      overlays: [{ name: 'ema', values: [1], mark: '•' }],
      panels: [{ name: 'rsi', values: [50], bounds: [0, 100] as const }],
    }
    fc.assert(
      fc.property(
        anyBars,
        fc.constantFrom('line', 'candles'),
        fc.integer({ min: chartRowsMin + panelRows, max: 60 }),
        (bars, kind, height) => {
          const drawn = drawChart(bars, kind, screen(80), { ...parts, height })
          expect(drawn.split('\n')).toHaveLength(height)
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each(['line', 'candles'] as const)(
    'property: a %s chart never leaves the terminal',
    (kind) => {
      fc.assert(
        fc.property(anyBars, fc.constantFrom(60, 80, 120, 200), (bars, columns) => {
          for (const line of drawChart(bars, kind, screen(columns)).split('\n'))
            expect(textWidth(line)).toBeLessThanOrEqual(columns)
        }),
        { numRuns: 40 },
      )
    },
  )
})
