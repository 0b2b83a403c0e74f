import { expect, test } from 'vitest'
import { alignedChanges, comparisonView } from './comparison-view.ts'

const bar = (date: string, close: number) => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: null,
})

test('behavior: changes begin on the first common day, and continue over days without a bar', () => {
  const { dates, series } = alignedChanges([
    { name: 'A', bars: [bar('2026-01-01', 50), bar('2026-01-02', 100), bar('2026-01-05', 110)] },
    { name: 'B', bars: [bar('2026-01-02', 10), bar('2026-01-03', 9), bar('2026-01-05', 11)] },
  ])
  expect(dates).toEqual(['2026-01-02', '2026-01-03', '2026-01-05'])
  expect(series.map(({ values }) => values.map(Math.round))).toEqual([
    [0, 0, 10],
    [0, -10, 10],
  ])
})

test('default: draws lines on one scale, with names at their ends', () => {
  const histories = ['A', 'B'].map((ticker, place) => ({
    ticker,
    bars: Array.from({ length: 30 }, (_, day) => ({
      date: `2026-01-${String(day + 1).padStart(2, '0')}`,
      close: 100 + (place === 0 ? day : -day / 2),
    })),
  }))
  const screen = { columns: 60, colour: false, interactive: true, rows: 16 }
  expect(
    comparisonView([...histories, { ticker: 'Z' }], { screen, kind: undefined }),
  ).toMatchInlineSnapshot(`
    "Change since 2026-01-01, percent; 1 solid, 2 dotted
                                           ⣀⣀⠤⠤⠒⠒⠉ 1 A +29.00%
                                   ⣀⣀⠤⠤⠒⠒⠉⠉        ┤ 20%
                           ⢀⣀⡠⠤⠒⠒⠉⠉
                   ⢀⣀⡠⠤⠔⠒⠊⠉⠁
           ⢀⣀⡠⠤⠔⠒⠊⠉⠁
    ⣀⣀⠤⠤⠒⠒⠉⠁┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ ┤ 0%
     ⠁⠁⠁⠁⠂⠂⠂⠂⠄⠄⠄⠄⡀⡀⡀⡀
                     ⠁⠁⠁⠁⠂⠂⠂⠂⠄⠄⠄⡀⡀⡀⡀
                                    ⠁⠁⠁⠁⠂⠂⠂⠂⠄⠄⠄⠄⡀⡀ 2 B -14.50%
          01-05      01-12      01-19      01-26
    Z  no bars"
  `)
})
