/** Maps columns of a plot to bars. */
export type Placing = {
  /** Columns of the plot. */
  width: number
  /** Columns of a bar if each has its own; 2 leaves one empty. */
  step: 1 | 2
  columnOf(place: number): number
  /** Index of the bar in a column; `undefined` between two bars and after the last one. */
  placeAt(column: number): number | undefined
}

/**
 * A line fills the width. Candles are adjacent, with an empty column between them if that fits. Few
 * candles are not spread, so the axis moves next to them.
 */
export function placingOf(count: number, kind: 'line' | 'candles', columns: number): Placing {
  if (kind === 'line') return linePlacing(count, columns)
  const step = count * 2 <= columns ? 2 : 1
  const width = Math.min(columns, Math.max(10, count * step))
  const shown = Math.min(count, Math.floor(width / step))
  return {
    width,
    step,
    columnOf: (place) => Math.floor((place * shown) / count) * step,
    placeAt(column) {
      const candle = column / step
      if (!Number.isInteger(candle) || candle >= shown) return undefined
      return Math.floor(((candle + 1) * count) / shown) - 1
    },
  }
}

function linePlacing(count: number, width: number): Placing {
  const across = Math.max(1, width - 1)
  return {
    width,
    step: 1,
    columnOf: (place) => (count === 1 ? 0 : Math.round((place * across) / (count - 1))),
    placeAt: (column) => Math.round((column * (count - 1)) / across),
  }
}
