import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeIndicators, readIndicators, titleOf } from './indicators.ts'

describe('readIndicators', () => {
  test('default: reads names, with an optional period', () => {
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
  ])('error: refuses "%s"', (text) => {
    expect(() => readIndicators(text)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  test('property: any text is parsed or refused', () => {
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

describe('computeIndicators', () => {
  const bars = Array.from({ length: 40 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10),
    close: 100 + index,
    high: null,
  }))

  test('default: returns the newest value of each line for either order of the bars', () => {
    const [sma, macd] = computeIndicators(bars.toReversed(), readIndicators('sma5,macd'))
    expect(sma?.lines.map(({ name, at }) => [name, at.get('2026-02-09')])).toEqual([['sma5', 137]])
    expect(macd?.lines.map(({ name }) => name)).toEqual(['macd', 'macd signal', 'macd histogram'])
  })

  test('behavior: explains why an indicator has no value', () => {
    const [mfi] = computeIndicators(bars, readIndicators('mfi'))
    expect(mfi).toMatchObject({ reason: 'The bars have no high and no low and no volume.' })
  })

  test('behavior: the title has the effective periods', () => {
    expect(readIndicators('rsi,ema50,macd,bollinger').map(titleOf)).toEqual([
      'RSI 14',
      'EMA 50',
      'MACD 12 26 9',
      'Bollinger 20',
    ])
  })
})
