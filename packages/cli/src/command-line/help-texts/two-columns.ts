import { pad, textWidth, wrap } from '../../terminal/format/text-width.ts'

/** Minimum width of a useful right column. */
const rightMin = 24

/**
 * Rows of a name and its meaning, indented. A meaning is wrapped at spaces within its column; a
 * name longer than its column has its own line.
 *
 * @param layout.left - Width of the names; less if the screen is too narrow for both.
 */
export function twoColumns(
  rows: readonly (readonly [name: string, meaning: string])[],
  { columns, left, indent = 2 }: { columns: number; left: number; indent?: number },
): readonly string[] {
  const width = Math.max(8, Math.min(left, columns - rightMin - indent - 2))
  const margin = ' '.repeat(indent)
  const under = ' '.repeat(indent + width + 1)
  const widthLeft = Math.max(rightMin, columns - indent - width - 1)
  return rows.flatMap(([name, meaning]) => {
    const [first = '', ...rest] = wrap(meaning, widthLeft)
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
