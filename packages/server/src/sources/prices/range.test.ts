import { expect, test } from 'vitest'
import { type Range, withinRange } from './range.ts'

const days = (from: string, to: string) => {
  const bars: { date: string }[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
    bars.push({ date: new Date(day).toISOString().slice(0, 10) })
  return bars
}
const held = days('2006-01-01', '2018-03-31')

test.each<[Range, string]>([
  ['1d', '2018-03-31'],
  ['5d', '2018-03-27'],
  ['1mo', '2018-02-28'],
  ['3mo', '2017-12-31'],
  ['6mo', '2017-09-30'],
  ['ytd', '2018-01-01'],
  ['1y', '2017-03-31'],
  ['2y', '2016-03-31'],
  ['5y', '2013-03-31'],
  ['10y', '2008-03-31'],
  ['max', '2006-01-01'],
])('default: %s starts with %s', (range, first) => {
  const bars = withinRange(held, range)
  expect([bars[0]?.date, bars.at(-1)?.date]).toEqual([first, '2018-03-31'])
})

test('behavior: days without bars do not count', () => {
  const gaps = [
    { date: '2018-01-02' },
    { date: '2018-01-20T14:30:00Z' },
    { date: '2018-01-20T15:30:00Z' },
  ]
  expect(withinRange(gaps, '1d')).toEqual(gaps.slice(1))
  expect(withinRange(gaps, '5d')).toEqual(gaps)
  expect(withinRange([], '1y')).toEqual([])
})
