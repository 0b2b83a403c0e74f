import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../format/text-width.ts'
import { axisLabels } from './axis.ts'
import { type ChartBar, mergeBars } from './bar.ts'
import { drawCandles } from './candles.ts'
import { drawComparison } from './comparison.ts'
import { dateAxis } from './date-axis.ts'
import { chartRowsMin, drawChart, panelLines } from './draw-chart.ts'
import { drawLine } from './line.ts'
import { drawOver, overlayLegend } from './overlay.ts'
import { drawPanel } from './panel.ts'
import { scaleOver } from './scale.ts'
import { sparkline } from './sparkline.ts'
import { formatTick, ticksOver } from './ticks.ts'
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
    expect(drawLine([1, 2, 3, 4, 5, 6, 7, 8], 4, 2)).toEqual(['  ⡠⠊', '⡠⠊  '])
  })

  test('behavior: draws a flat line and a single value in the middle', () => {
    expect(drawLine([5, 5, 5, 5], 2, 1)).toEqual(['⠒⠒'])
    expect(drawLine([5], 2, 1)).toEqual(['⠒⠒'])
  })

  test('behavior: shows a peak of one value among thousands', () => {
    const values = new Array<number>(5_000).fill(1)
    values[2_500] = 100
    expect(drawLine(values, 20, 4)[0]).not.toBe(' '.repeat(20))
  })

  test('property: has exactly the requested width and height', () => {
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
  test('default: draws the wick from low to high, the body from open to close, and direction by shape', () => {
    const { lines } = drawCandles(
      [
        bar(8, { open: 2, low: 0, high: 9 }),
        bar(2, { open: 8, low: 0, high: 9 }),
        bar(5, { open: 5, low: 5, high: 5 }),
      ],
      { width: 6, height: 5, step: 2, colour: false },
    )
    expect(lines.map((line) => line.trimEnd())).toEqual(['╽ ╽', '┃ ║', '┃ ║ ╹', '┃ ║', '│ │'])
  })

  test('behavior: colour does not change the shape', () => {
    const bars = [bar(8, { open: 2, low: 0, high: 9 }), bar(2, { open: 8, low: 0, high: 9 })]
    const options = { width: 4, height: 5, step: 2, colour: false } as const
    const plain = drawCandles(bars, options).lines
    const coloured = drawCandles(bars, { ...options, colour: true }).lines
    expect(coloured.join('')).toContain('\u001b[38;5;167m')
    expect(coloured.map(stripVTControlCharacters)).toEqual(plain)
  })
})

describe('mergeBars', () => {
  test('property: keeps first open, last close, every extreme and the whole volume', () => {
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
  test('default: the largest volume fills the height, and any volume is visible', () => {
    expect(
      drawVolume([bar(1, { volume: 1 }), bar(1, { volume: 1_000 }), bar(1, { volume: 500 })], {
        width: 3,
        height: 2,
        step: 1,
      }),
    ).toEqual([' █ ', '▁██'])
  })

  test('behavior: draws nothing without volumes', () => {
    expect(drawVolume([bar(1, { volume: null })], { width: 3, height: 2, step: 1 })).toEqual([])
  })
})

describe('scaleOver', () => {
  test('default: places the lowest value at 0 and the highest at the top', () => {
    const { stepOf } = scaleOver([10, 20], 11)
    expect([stepOf(10), stepOf(15), stepOf(20)]).toEqual([0, 5, 10])
  })
})

describe('drawOver', () => {
  const onto = {
    width: 8,
    bounds: [1, 8],
    placeAt: (column: number) => column,
    isAscii: false,
    colour: false,
  } as const
  const rising = [1, 2, 3, 4, 5, 6, 7, 8]
  const overlay = { title: 'EMA 2', lines: [rising] }
  const empty = [' '.repeat(8), ' '.repeat(8)]

  test('default: draws lines in different styles, with their newest values', () => {
    const flat = { title: 'SMA 2', lines: [new Array<number>(8).fill(1)] }
    expect(drawOver(empty, [overlay, flat], onto)).toMatchInlineSnapshot(`
      [
        "    ⡀⠄⠂⠁",
        "⡀⠄⠂⠁⣀⣀⡀ ",
      ]
    `)
    expect(overlayLegend(overlay, 0, false)).toBe('dotted EMA 2  8.00')
    const bands = { title: 'Bollinger 20', lines: [[3], [2], [1]] }
    expect(overlayLegend(bands, 1, false)).toBe('dashed Bollinger 20  1.00 / 2.00 / 3.00')
  })

  test('behavior: draws nothing over the prices, nor without a value', () => {
    const lines = [[null, null, null, null, 8, 8, 8, null]]
    const plot = ['     ⠒  ', ' '.repeat(8)]
    const [top = '', bottom] = drawOver(plot, [{ title: 'EMA 2', lines }], onto)
    expect([...top].map((cell) => cell !== ' ')).toEqual(
      [0, 0, 0, 0, 1, 1, 1, 0].map((drawn) => drawn === 1),
    )
    expect(top[5]).toBe('⠒')
    expect(bottom?.trim()).toBe('')
  })

  test('behavior: continues the line between candles with a space', () => {
    const placeAt = (column: number) => (column % 2 === 0 ? column / 2 : undefined)
    const solid = new Array<typeof overlay>(4).fill({ title: 'none', lines: [] })
    const drawn = drawOver(empty, [...solid, { title: 'EMA 2', lines: [[8, 8, 8, 8]] }], {
      ...onto,
      placeAt,
    })
    expect(drawn[0]).toBe('⠉⠉⠉⠉⠉⠉⠉ ')
  })

  test('behavior: without braille, draws one mark per column', () => {
    const ascii = { ...onto, isAscii: true }
    expect(drawOver(empty, [overlay], ascii)).toEqual(['    ....', '....    '])
    expect(overlayLegend(overlay, 0, true)).toBe('. EMA 2  8.00')
  })

  test('behavior: keeps the colours of surrounding cells', () => {
    const [line] = drawOver(['\u001b[38;5;28m⠒ \u001b[39m'], [{ ...overlay, lines: [[1, 1]] }], {
      ...onto,
      width: 2,
      bounds: [1, 1],
      isAscii: true,
      colour: true,
    })
    expect(line).toBe('\u001b[38;5;28m⠒\u001b[39m\u001b[38;5;133m.\u001b[39m')
  })
})

describe('drawPanel', () => {
  const onto = { width: 12, rows: 4, isAscii: false, colour: false }

  test('default: uses its own scale and lines, empty before its first value', () => {
    const values = [null, null, 0, 100, 60]
    const panel = { title: 'RSI 2  60.00', values, guides: [30, 70], bounds: [0, 100] as const }
    expect(drawPanel(panel, onto)).toMatchInlineSnapshot(`
      [
        "RSI 2  60.00",
        "       ⢀⠎⠢⡀  ┤ 70",
        "┄┄┄┄┄┄┄⡜┄┄⠈⠢ ◀ 60.00",
        "┄┄┄┄┄┄⡜┄┄┄┄┄ ┤ 30",
        "     ⡰⠁     ",
      ]
    `)
  })

  test('behavior: without values, shows only its title with the reason', () => {
    const panel = { title: 'RSI 14: Needs 15 bars', values: [null], guides: [] }
    expect(drawPanel(panel, { ...onto, width: 30 })).toEqual([
      'RSI 14: Needs 15 bars',
      '',
      '',
      '',
      '',
    ])
  })
})

describe('ticksOver', () => {
  test('default: ticks are multiples of 1, 2, 2.5 or 5 times a power of ten', () => {
    expect(ticksOver(489.42, 555.59, 5)).toEqual({ values: [500, 520, 540], decimals: 0 })
    expect(ticksOver(0.011, 0.019, 3)).toMatchObject({ values: [0.015], decimals: 3 })
    expect(ticksOver(7, 7, 3).values).toEqual([])
  })

  test('property: ticks are within the bounds, evenly spaced, different, and not too many', () => {
    fc.assert(
      fc.property(price, price, fc.integer({ min: 2, max: 20 }), (one, other, countMax) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const { values, decimals } = ticksOver(low, high, countMax)
        expect(values.length).toBeLessThanOrEqual(countMax)
        const slack = (high - low) * 1e-6
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual(low - slack)
          expect(value).toBeLessThanOrEqual(high + slack)
        }
        const texts = values.map((value) => formatTick(value, decimals))
        expect(new Set(texts).size).toBe(texts.length)
      }),
    )
  })
})

describe('axisLabels', () => {
  test('behavior: moves a tick in the row of the last value by one row', () => {
    const labels = axisLabels([480, 560], 6, { value: 531.05, text: '531.05' })
    const rows = labels.map(({ row }) => row)
    expect(new Set(rows).size).toBe(rows.length)
    expect(labels.find(({ isLast }) => isLast)).toMatchObject({ row: 2, text: '531.05' })
  })
})

describe('sparkline', () => {
  test('default: scales lowest to highest in one line, with the newest value of each part', () => {
    expect(sparkline([1, 2, 3, null, 8], 8)).toBe('▁▂▃ █')
    expect(sparkline([5, 1, 5, 2, 5, 3], 3)).toBe('▁▅█')
    expect(sparkline([5, 5], 8)).toBe('▅▅')
    expect([sparkline([], 8), sparkline([1, 9], 8, true)]).toEqual(['', '_^'])
  })
})

describe('dateAxis', () => {
  const axis = (dates: readonly string[], width = 60, zone = 'America/New_York') =>
    dateAxis(dates, (place) => Math.round((place * (width - 1)) / (dates.length - 1)), {
      width,
      zone,
    })
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) =>
      new Date(Date.UTC(2026, 4, 22 + day)).toISOString().slice(0, 10),
    )

  test('default: labels months of half a year, years of a decade, hours of a day in its zone', () => {
    expect(axis(days(182)).trimEnd()).toBe(
      '   Jun       Jul       Aug       Sep       Oct       Nov',
    )
    expect(axis(days(3_652)).trimEnd()).toBe('          2028       2030        2032        2034')
    const minutes = Array.from({ length: 79 }, (_, bar) =>
      new Date(Date.UTC(2026, 10, 20, 14, 30) + bar * 300_000).toISOString(),
    )
    expect(axis(minutes)).toMatch(/^ +10:00 +12:00 +14:00 +EST$/)
  })

  test('behavior: labels only first and last if nothing else fits', () => {
    expect(axis(['2026-05-01', '2026-05-02'], 40).trim()).toMatch(/^2026-05-01 +2026-05-02$/)
    expect(dateAxis(['2026-05-01'], () => 0, { width: 12, zone: 'UTC' })).toBe('2026-05-01  ')
  })

  test('property: has exactly the requested width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 900 }),
        fc.integer({ min: 24, max: 200 }),
        (count, width) => {
          expect(axis(days(count), width)).toHaveLength(width)
        },
      ),
    )
  })
})

describe('drawComparison', () => {
  test('property: has the requested height, fits the width, and shows every name once', () => {
    const change = fc.double({ min: -100, max: 500, noNaN: true })
    const series = fc.integer({ min: 1, max: 5 }).chain((count) =>
      fc
        .array(fc.array(change, { minLength: 30, maxLength: 30 }), {
          minLength: count,
          maxLength: count,
        })
        .map((lists) => lists.map((values, place) => ({ name: `T${place}`, values }))),
    )
    const dates = Array.from(
      { length: 30 },
      (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`,
    )
    fc.assert(
      fc.property(series, fc.constantFrom(60, 80, 120), fc.boolean(), (lines, columns, ascii) => {
        const drawn = drawComparison(lines, dates, { ...screen(columns), ascii }, { height: 12 })
        expect(drawn.split('\n')).toHaveLength(12)
        for (const line of drawn.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns)
        for (const { name } of lines) expect(drawn).toContain(` ${name} `)
      }),
      { numRuns: 40 },
    )
  })
})

describe('drawChart', () => {
  test('behavior: a terminal without UTF-8 gets only ASCII', () => {
    const bars = [bar(8, { open: 2, low: 0, high: 9 }), bar(2, { open: 8, low: 0, high: 9 })]
    const options = { height: 8, volume: true }
    const ascii = { ...screen(40), ascii: true }
    expect(drawChart(bars, 'candles', ascii, options)).toMatchInlineSnapshot(`
      "# o
      # o
      # o        + 5
      # o        < 2.00
      | |        + 0
      # #        + 10
      # #        | volume
      2018-02-07"
    `)
    for (const kind of ['line', 'candles'] as const)
      expect(drawChart(bars, kind, ascii)).toMatch(/^[\x20-\x7e\n]*$/)
  })

  test('property: every style has exactly the requested height', () => {
    const parts = {
      overlays: [{ title: 'EMA 20', lines: [[1]] }],
      panels: [{ title: 'RSI 14', values: [50], guides: [30, 70], bounds: [0, 100] as const }],
    }
    fc.assert(
      fc.property(
        anyBars,
        fc.constantFrom('line', 'candles'),
        fc.integer({ min: chartRowsMin + panelLines({}), max: 60 }),
        (bars, kind, height) => {
          const drawn = drawChart(bars, kind, screen(80), { ...parts, height })
          expect(drawn.split('\n')).toHaveLength(height)
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each(['line', 'candles'] as const)(
    'property: a %s chart stays within the terminal',
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
