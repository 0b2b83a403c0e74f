import { expect, test } from 'vitest'
import type { Bar } from '../connector.ts'
import { aggregate } from './aggregate.ts'

const bar = (date: string, open: number, high: number | null, volume: number | null): Bar => ({
  date,
  open,
  high,
  low: open - 1,
  close: open + 0.5,
  volume,
})
const daily = [
  bar('2018-01-31', 10, 12, 100),
  bar('2018-02-01', 11, null, null),
  bar('2018-02-02', 9, 13, 50),
  bar('2018-02-05', 8, 9, 10),
]

test('default: weeks start on Monday', () => {
  expect(aggregate(daily, '1wk')).toEqual([
    { date: '2018-01-29', open: 10, high: 13, low: 8, close: 9.5, volume: 150 },
    { date: '2018-02-05', open: 8, high: 9, low: 7, close: 8.5, volume: 10 },
  ])
})

test('behavior: months, and parts that are missing', () => {
  expect(aggregate(daily, '1mo')).toEqual([
    { date: '2018-01-01', open: 10, high: 12, low: 9, close: 10.5, volume: 100 },
    { date: '2018-02-01', open: 11, high: 13, low: 7, close: 8.5, volume: 60 },
  ])
  expect(aggregate([], '1mo')).toEqual([])
})
