/**
 * Aligned columns below their names. Columns of numbers are right-aligned.
 *
 * @param none the text if there are no rows
 */
export function textTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  none?: string,
): string {
  if (rows.length === 0 && none !== undefined) return none
  const columns = names.map((name, at) => {
    const values = rows.map((row) => row[at] ?? '')
    return {
      width: Math.max(name.length, ...values.map(({ length }) => length)),
      numeric: values.length > 0 && values.every((value) => /^-?[\d.,]+$/.test(value)),
    }
  })
  return [names, ...rows]
    .map((row) =>
      columns
        .map(({ width, numeric }, at) =>
          numeric ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
