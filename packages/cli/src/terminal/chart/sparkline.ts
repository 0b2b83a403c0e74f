import { scaleOver } from './scale.ts'

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const asciiBlocks = ['_', '_', '.', '.', '-', '-', '^', '^'] as const

/**
 * Draws values as one line of blocks, oldest on the left. With more values than columns, each
 * column shows the last of its values.
 *
 * @returns At most `width` characters; a space for a missing value.
 * @example sparkline([1, 2, 3], 8) // '▁▅█'
 */
export function sparkline(
  values: readonly (number | null)[],
  width: number,
  isAscii = false,
): string {
  const count = Math.min(width, values.length)
  const shown = Array.from(
    { length: count },
    (_, place) => values[Math.ceil(((place + 1) * values.length) / count) - 1] ?? null,
  )
  const { stepOf } = scaleOver(
    shown.filter((value) => value !== null),
    blocks.length,
  )
  const drawn = isAscii ? asciiBlocks : blocks
  return shown.map((value) => (value === null ? ' ' : drawn[stepOf(value)])).join('')
}
