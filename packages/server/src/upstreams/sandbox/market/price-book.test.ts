import { describe, expect, test } from 'vitest'
import { priceBook } from './price-book.ts'
import { everyDay, nyseCalendar, sessionList } from './sessions.ts'

const nyse = nyseCalendar()
const at = (time: string) => Date.parse(time)
const book = priceBook(nyse, 1)
const aapl = book.find('aapl')!
const btc = book.find('BTC-USD')!
const noon = at('2026-11-18T17:00:00Z')

describe('sessionList', () => {
  test('default: lists sessions in order, and finds them by time', () => {
    const list = sessionList(nyse)
    expect(list.sessions[0]?.day).toBe('2010-01-04')
    expect(list.sessions[list.anchor]?.day).toBe('2026-01-02')
    const friday = list.lastOpened(at('2026-11-22T12:00:00Z'))
    expect(list.sessions[friday]?.day).toBe('2026-11-20')
    expect(sessionList(everyDay).lastOpened(at('2009-01-01T00:00:00Z'))).toBe(-1)
  })
})

describe('priceBook', () => {
  test('default: equal seeds give equal prices, other seeds others', () => {
    const again = priceBook(nyse, 1)
    expect(again.quote(again.find('AAPL')!, noon)).toEqual(book.quote(aapl, noon))
    const other = priceBook(nyse, 2)
    expect(other.quote(other.find('AAPL')!, noon).price).not.toBe(book.quote(aapl, noon).price)
  })

  test('behavior: a close does not depend on the time of the request', () => {
    const from = at('2025-06-02T00:00:00Z')
    const early = priceBook(nyse, 1).daily(aapl, from, at('2025-06-30T23:00:00Z'))
    const late = book.daily(aapl, from, noon).slice(0, early.length)
    expect(late).toEqual(early)
  })

  test('behavior: the quote is the last bar, and its previous close that of the bar before', () => {
    for (const instrument of [aapl, btc]) {
      const { price, previousClose, today } = book.quote(instrument, noon)
      const [before, last] = book.daily(instrument, noon - 9 * 86_400_000, noon).slice(-2)
      expect(last).toMatchObject({ ...today, close: price })
      expect(before?.close).toBe(previousClose)
    }
  })

  test('behavior: a foreign listing trades in the hours of its exchange', () => {
    const vod = book.find('VOD.L')!
    const atNoon = book.quote(vod, noon)
    expect([atNoon.marketState, new Date(atNoon.time).toISOString()]).toEqual([
      'CLOSED',
      '2026-11-18T16:30:00.000Z',
    ])
    expect(book.quote(vod, at('2026-11-18T16:29:00Z')).marketState).toBe('REGULAR')
  })

  test('behavior: an index trades in the hours of its exchange, currencies in their own', () => {
    const state = (symbol: string, time: string) => {
      const { marketState, time: traded } = book.quote(book.find(symbol)!, at(time))
      return `${marketState} ${new Date(traded).toISOString().slice(0, 16)}`
    }
    expect(state('^FTSE', '2026-11-18T12:00:00Z')).toBe('REGULAR 2026-11-18T12:00')
    expect(state('^N225', '2026-11-18T12:00:00Z')).toBe('CLOSED 2026-11-18T06:30')
    expect(state('EURUSD=X', '2026-11-28T12:00:00Z')).toBe('CLOSED 2026-11-27T22:00')
    expect(state('ES=F', '2026-11-19T03:00:00Z')).toBe('REGULAR 2026-11-19T03:00')
  })

  test('behavior: the daily bar of a session that opens on the day before has its own day', () => {
    const pair = book.find('EURUSD=X')!
    const [monday, ...others] = book.daily(pair, at('2026-11-23T00:00:00Z'), noon + 7 * 86_400_000)
    expect(new Date(monday!.start).toISOString()).toBe('2026-11-23T05:00:00.000Z')
    expect(others.length).toBeGreaterThan(1)
  })

  test('behavior: intraday bars combine to the daily bar', () => {
    const open = at('2026-11-17T14:30:00Z')
    const daily = book.daily(aapl, open, at('2026-11-17T23:00:00Z'))[0]!
    for (const minutes of [1, 5, 15, 30, 60]) {
      const bars = book.intraday(aapl, minutes, open, at('2026-11-17T23:00:00Z'))
      expect(bars).toHaveLength(Math.ceil(390 / minutes))
      expect({
        start: bars[0]?.start,
        open: bars[0]?.open,
        high: Math.max(...bars.map(({ high }) => high)),
        low: Math.min(...bars.map(({ low }) => low)),
        close: bars.at(-1)?.close,
        volume: bars.reduce((sum, { volume }) => sum + volume, 0),
      }).toEqual(daily)
    }
  })

  test('behavior: every bar has low <= open, close <= high, and no day jumps', () => {
    for (const symbol of ['AAPL', '^GSPC', '^VIX', 'SHIB-USD', 'USDC-USD', 'F']) {
      const bars = book.daily(book.find(symbol)!, 0, noon)
      expect(bars.length).toBeGreaterThan(4_000)
      let before = bars[0]!.close
      for (const { open, high, low, close, volume } of bars) {
        expect(low).toBeGreaterThan(0)
        expect(Math.min(open, close)).toBeGreaterThanOrEqual(low)
        expect(Math.max(open, close)).toBeLessThanOrEqual(high)
        expect(Number.isSafeInteger(volume)).toBe(true)
        expect(Math.abs(Math.log(close / before))).toBeLessThan(0.25)
        before = close
      }
    }
  })

  test.each([
    ['2026-11-19T04:00:00Z', 'POSTPOST'],
    ['2026-11-18T08:00:00Z', 'PREPRE'],
    ['2026-11-18T10:00:00Z', 'PRE'],
    ['2026-11-18T14:30:00Z', 'REGULAR'],
    ['2026-11-18T21:00:00Z', 'POST'],
    ['2026-11-21T12:00:00Z', 'CLOSED'],
    ['2026-11-26T17:00:00Z', 'CLOSED'],
    ['2026-11-27T18:30:00Z', 'POST'],
  ])('behavior: at %s the market is %s', (time, state) => {
    expect(book.quote(aapl, at(time)).marketState).toBe(state)
  })

  test('behavior: before the open the quote is the last close', () => {
    const quote = book.quote(aapl, at('2026-11-18T10:00:00Z'))
    const bars = book.daily(aapl, at('2026-11-16T00:00:00Z'), at('2026-11-18T10:00:00Z'))
    expect([quote.previousClose, quote.price]).toEqual(bars.map(({ close }) => close))
    expect(book.sessionsBack(aapl, 2, at('2026-11-18T10:00:00Z'))).toBe(bars[0]?.start)
  })
})
