import { sanitise } from '@fiq/shared/sanitise'
import { type Row, rowsOf, textIn } from '../query/rows.ts'
import type { ChartBar } from '../terminal/chart/bar.ts'
import { isNumber } from '../terminal/format/format-number.ts'

/** The bars of one ticker's history, oldest first. */
export function barsIn(history: Row): readonly ChartBar[] {
  return rowsOf(history['bars']).flatMap(barOf).sort(byDate)
}

/** Skips a bar without a close. If only other prices are missing, the bar is drawn as a dot. */
function barOf(row: Row): ChartBar[] {
  const { open, high, low, close, volume } = row
  if (!isNumber(close)) return []
  return [
    {
      date: sanitise(textIn(row, 'date')),
      open: isNumber(open) ? open : close,
      high: isNumber(high) ? high : close,
      low: isNumber(low) ? low : close,
      close,
      volume: isNumber(volume) ? volume : null,
    },
  ]
}

function byDate(a: ChartBar, b: ChartBar): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}
