/**
 * Names in a sentence. After a colon, as in `Columns: ticker, price`, names are separated by commas
 * alone.
 *
 * @param most - Maximum names; further ones are counted.
 * @example andNames(['A', 'B', 'C']) // 'A, B and C'
 * @example andNames(['A', 'B', 'C', 'D'], 2) // 'A, B and 2 more'
 */
export function andNames(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  return joined(names, 'and', most)
}

/** Names of which one is meant. @example orNames(['A', 'B', 'C']) // 'A, B or C' */
export function orNames(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  return joined(names, 'or', most)
}

function joined(names: readonly string[], word: 'and' | 'or', most: number): string {
  const rest = names.length - most
  const parts = rest > 0 ? [...names.slice(0, most), `${rest} more`] : names
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter(Boolean).join(` ${word} `)
}
