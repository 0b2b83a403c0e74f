import { isRow, type Row, textIn } from '../../query/rows.ts'
import { formatPrice, formatScore } from '../../terminal/format/format-number.ts'

/** Indicators as lines; one without a value says why. */
export function technicalsFacts(technicals: Row): (readonly [name: string, value: string])[] {
  return Object.entries(technicals)
    .filter((entry): entry is [string, Row] => isRow(entry[1]))
    .map(([name, indicator]) => [
      name === 'bollinger' ? 'Bollinger' : name.toUpperCase(),
      indicatorText(name, indicator),
    ])
}

function indicatorText(name: string, indicator: Row): string {
  const reason = textIn(indicator, 'reason')
  if (reason !== '') return reason
  if (name === 'rsi') return formatScore(indicator['value'])
  if ('value' in indicator) return formatPrice(indicator['value'])
  return Object.entries(indicator)
    .filter(([key]) => key !== 'reason' && key !== 'date')
    .map(([key, value]) => `${key} ${formatPrice(value)}`)
    .join('  ')
}
