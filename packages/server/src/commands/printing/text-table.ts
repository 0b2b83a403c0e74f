/** Aligned columns below their names. */
export function textTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)),
  )
  return [names, ...rows]
    .map((row) =>
      widths
        .map((width, at) => (row[at] ?? '').padEnd(width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
