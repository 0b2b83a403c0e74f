import { expect, test } from 'vitest'
import { priceMarks } from './price-marks.ts'

test('default: each price is at the line of its field, also for aliases and fragments', () => {
  const query = `query A {
  one: quotes(tickers: ["A", "B"]) { price }
  entity {
    ...More
    ... on Entity { market { price } }
  }
}
query B { one: quotes { price } }
fragment More on Entity {
  news { title } market { change }
}`
  const rows = [
    ['one', 2, 2],
    ['entity.news', 1, 3],
    ['entity.market', 1, 1],
    ['minimum', 1, 0, '0.006'],
  ] as const
  expect(priceMarks(query, rows, 'A')).toEqual([
    { line: 2, text: '0.006' },
    { line: 10, text: '0.012' },
  ])
  expect(priceMarks(query, rows, 'B')).toEqual([{ line: 8, text: '0.006' }])
  expect(priceMarks('{ one }', [['one', 1, 5]])).toEqual([{ line: 1, text: '0.015' }])
})
