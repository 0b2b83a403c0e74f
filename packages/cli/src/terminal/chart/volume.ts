import type { ChartBar } from './bar.ts'

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/**
 * Draws volumes as columns of blocks, aligned with the bars above.
 *
 * @param step - Characters per bar: 1 under a line, 2 under candles.
 * @returns `height` lines of `width` characters, top first; none if no bar has a volume.
 */
export function drawVolume(
  bars: readonly ChartBar[],
  {
    width,
    height,
    step,
    isAscii = false,
  }: { width: number; height: number; step: 1 | 2; isAscii?: boolean },
): string[] {
  const means = meanVolumes(bars, Math.max(1, Math.floor(width / step)))
  const largest = means.reduce((most, volume) => Math.max(most, volume), 0)
  if (largest === 0) return []
  const heights = means.map((volume) =>
    volume > 0 ? Math.max(1, Math.round((volume / largest) * height * 8)) : 0,
  )
  // Under a line, fewer bars than columns are spread like the line.
  const columns = Array.from({ length: width }, (_, column) => {
    if (step === 2) return column % 2 === 0 ? (heights[column / 2] ?? 0) : 0
    return heights[Math.min(heights.length - 1, Math.floor((column * heights.length) / width))]!
  })
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8
    const cells = columns.map((eight) => Math.min(8, Math.max(0, eight - below)))
    return cells
      .map((cell) => (isAscii ? (cell > 3 ? '#' : cell > 0 ? '.' : ' ') : eighths[cell]))
      .join('')
  })
}

/** A column for several bars has the height of their mean, because a sum would look like a peak. */
function meanVolumes(bars: readonly ChartBar[], countMax: number): readonly number[] {
  const count = Math.min(bars.length, countMax)
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * bars.length) / count)
    const group = bars.slice(from, Math.floor(((place + 1) * bars.length) / count))
    return group.reduce((sum, { volume }) => sum + (volume ?? 0), 0) / group.length
  })
}
