import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import { historyOperation } from './history-operation.ts'
import { pointsFor, readIndicators } from './indicators.ts'

describe('readIndicators', () => {
  test('default: names, with a period where they take one', () => {
    expect(readIndicators('RSI, ema20')).toEqual([
      { name: 'rsi', field: 'rsi', period: undefined },
      { name: 'ema20', field: 'ema', period: 20 },
    ])
    expect(readIndicators(undefined)).toEqual([])
  })

  test.each([
    '',
    'rsi,',
    'kagi',
    'macd12',
    'ema1',
    'ema501',
    'constructor',
    'rsi,ema,sma,atr,mfi,vwma',
  ])('error: "%s" is refused', (text) => {
    expect(() => readIndicators(text)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  test('property: any text is read or refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          readIndicators(text)
        } catch (error) {
          expect(error).toMatchObject({ code: 'USAGE' })
        }
      }),
    )
  })
})

describe('historyOperation', () => {
  test('default: every indicator of every ticker is in the schema, at its price', () => {
    const all = readIndicators('rsi14,macd,bollinger,ema20,atr')
    const asked = { tickers: ['AAPL', 'MSFT'], range: '1mo', interval: '1d' }
    const { credits, rows } = builtInTariff().estimate(historyOperation(asked, all))
    // Two tickers: bars, and for each the indicators with two pages of five series.
    expect(credits).toBe(2 + 2 * (1 + 5 * 2))
    expect(rows.length).toBeGreaterThan(5)
  })

  test('behavior: no more values than the range can have, and than there are to get', () => {
    expect([pointsFor('1mo', '1d'), pointsFor('1d', '5m'), pointsFor('max', '1d')]).toEqual([
      24, 79, 500,
    ])
    expect(pointsFor('1y', '1wk')).toBe(55)
  })
})
