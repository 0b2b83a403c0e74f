import { isObject } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'
import { type Row, textIn } from '../../query/rows.ts'
import {
  absent,
  formatPrice,
  formatScore,
  formatSigned,
  isNumber,
} from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { textWidth } from '../../terminal/format/text-width.ts'

/** Displayed names, with the periods that this program queries. */
const names: Readonly<Record<string, string>> = {
  rsi: 'RSI 14',
  macd: 'MACD',
  ema: 'EMA 20',
  sma: 'SMA 20',
  vwma: 'VWMA 20',
  atr: 'ATR 14',
  bollinger: 'bands',
  mfi: 'MFI 14',
}

/** The order: momentum, averages with the range, bands with the money flow. */
const order = [
  ['rsi', 'macd'],
  ['ema', 'sma', 'vwma', 'atr'],
  ['bollinger', 'mfi'],
] as const

/** Indicators in three lines, and a line with the reason for each without a value. */
export function technicalsLines(technicals: Row, screen: Screen): readonly string[] {
  const rowOf = (name: string) => {
    const indicator = technicals[name]
    return isObject(indicator) ? indicator : undefined
  }
  const lines = order.flatMap((group) =>
    inLines(
      group.flatMap((name) => {
        const row = rowOf(name)
        return row && textIn(row, 'reason') === '' ? [indicatorText(name, row)] : []
      }),
      screen.columns,
    ),
  )
  const without = order.flat().flatMap((name) => {
    const reason = textIn(rowOf(name) ?? {}, 'reason')
    return reason === '' ? [] : [`${names[name]}  ${sanitise(reason)}`]
  })
  return [...lines, ...without]
}

/** Joins texts side by side into lines, as many as fit. */
function inLines(texts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  for (const text of texts) {
    const longer = `${lines.at(-1)}   ${text}`
    if (lines.length === 0 || textWidth(longer) > columns) lines.push(text)
    else lines[lines.length - 1] = longer
  }
  return lines
}

function indicatorText(name: string, row: Row): string {
  const shown = names[name]
  if (name === 'macd') {
    const [macd, signal, histogram] = withEqualDecimals(
      ['macd', 'signal', 'histogram'].map((key) => row[key]),
    )
    return `${shown} ${macd}, signal ${signal}, histogram ${histogram}`
  }
  if (name === 'bollinger') {
    const bands = ['lower', 'middle', 'upper'].map((key) => formatPrice(row[key]))
    return `${shown}  ${bands.join(' / ')}`
  }
  const format = name === 'rsi' || name === 'mfi' ? formatScore : formatPrice
  return `${shown}  ${format(row['value'])}`
}

/** Values with their sign, all with the decimals of the largest one as a price. */
function withEqualDecimals(values: readonly unknown[]): readonly string[] {
  const largest = Math.max(...values.filter(isNumber).map(Math.abs), 0)
  const decimals = formatPrice(largest).split('.')[1]?.length ?? 2
  return values.map((value) => (isNumber(value) ? formatSigned(value, decimals) : absent))
}
