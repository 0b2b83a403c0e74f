import { expect, test } from 'vitest'
import { technicalsLines } from './technicals-lines.ts'

const value = (number: number) => ({ value: number, date: '2026-11-20', reason: null })
const technicals = {
  rsi: value(49.62),
  macd: { macd: 2.38, signal: 3.61, histogram: -1.23, date: '2026-11-20', reason: null },
  bollinger: { upper: 546.39, middle: 534.55, lower: 522.72, date: '2026-11-20', reason: null },
  ema: value(532.96),
  sma: value(534.55),
  atr: value(6.12),
  vwma: value(534.96),
  mfi: value(55.62),
}
const screen = (columns: number) => ({ columns, colour: false, interactive: true })

test('default: prints three lines in 80 columns', () => {
  expect(technicalsLines(technicals, screen(80))).toEqual([
    'RSI 14  49.62   MACD +2.38, signal +3.61, histogram -1.23',
    'EMA 20  532.96   SMA 20  534.55   VWMA 20  534.96   ATR 14  6.12',
    'bands  522.72 / 534.55 / 546.39   MFI 14  55.62',
  ])
})

test('behavior: the parts of the MACD have equal decimals', () => {
  const macd = { macd: -0.8251, signal: -1.67, histogram: 0.841, reason: null }
  expect(technicalsLines({ macd }, screen(80))).toEqual([
    'MACD -0.83, signal -1.67, histogram +0.84',
  ])
  const small = { macd: 0.0241, signal: -0.001, histogram: null, reason: null }
  expect(technicalsLines({ macd: small }, screen(80))).toEqual([
    'MACD +0.0241, signal -0.0010, histogram –',
  ])
})

test('behavior: uses more lines on a narrow terminal, none wider than it', () => {
  const lines = technicalsLines(technicals, screen(40))
  expect(lines).toHaveLength(6)
  expect(lines.filter((line) => !line.startsWith('MACD')).every((line) => line.length <= 40)).toBe(
    true,
  )
})

test('behavior: explains why an indicator has no value', () => {
  const without = { ...technicals, mfi: { value: null, date: null, reason: 'too few bars' } }
  expect(technicalsLines(without, screen(80)).at(-1)).toBe('MFI 14  too few bars')
})
