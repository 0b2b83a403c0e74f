import { pad, textWidth, wrap } from '../../terminal/format/text-width.ts'

/** Narrower, the right column is of no use. */
const rightMin = 24

/**
 * Rows of a name and its meaning, indented. A meaning is wrapped at spaces under itself; a name that
 * is longer than its column has a line of its own.
 *
 * @param layout.left - Width of the names; where the screen is too narrow for both, less.
 */
export function twoColumns(
  rows: readonly (readonly [name: string, meaning: string])[],
  { columns, left, indent = 2 }: { columns: number; left: number; indent?: number },
): readonly string[] {
  const width = Math.max(8, Math.min(left, columns - rightMin - indent - 2))
  const margin = ' '.repeat(indent)
  const under = ' '.repeat(indent + width + 1)
  const room = Math.max(rightMin, columns - indent - width - 1)
  return rows.flatMap(([name, meaning]) => {
    const [first = '', ...rest] = wrap(meaning, room)
    const more = rest.map((line) => `${under}${line}`)
    return textWidth(name) < width
      ? [`${margin}${pad(name, width, 'left')} ${first}`.trimEnd(), ...more]
      : [
          ...wrap(name, columns - indent).map((line) => `${margin}${line}`),
          `${under}${first}`,
          ...more,
        ]
  })
}
