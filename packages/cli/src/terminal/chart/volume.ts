import { type ChartBar, mergeBars } from './bar.ts'

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/**
 * Volumes as columns of blocks, in the same places as the bars above them.
 *
 * @param step - Characters per bar: 1 under a line, 2 under candles.
 * @returns `height` lines of `width` characters, top first; none when no bar has a volume.
 */
export function drawVolume(
  bars: readonly ChartBar[],
  { width, height, step }: { width: number; height: number; step: 1 | 2 },
): string[] {
  const merged = mergeBars(bars, Math.max(1, Math.floor(width / step)))
  const largest = merged.reduce((most, { volume }) => Math.max(most, volume ?? 0), 0)
  if (largest === 0) return []
  const heights = merged.map(({ volume }) =>
    volume ? Math.max(1, Math.round((volume / largest) * height * 8)) : 0,
  )
  // Under a line, fewer bars than columns are spread as the line is.
  const columns = Array.from({ length: width }, (_, column) => {
    if (step === 2) return column % 2 === 0 ? (heights[column / 2] ?? 0) : 0
    return heights[Math.min(heights.length - 1, Math.floor((column * heights.length) / width))]!
  })
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8
    return columns.map((eight) => eighths[Math.min(8, Math.max(0, eight - below))]).join('')
  })
}
