/**
 * A TOML list with more tickers at its end. Comments and line breaks stay.
 *
 * @param text - a readable list; `undefined` makes a new one.
 */
export function addToToml(text: string | undefined, tickers: readonly string[]): string {
  const items = tickers.map((ticker) => `"${ticker}"`).join(', ')
  if (text === undefined) return `tickers = [${items}]\n`
  // A comment may hold a bracket. Blanked, every other character keeps its place.
  const bare = text.replace(/#.*$/gm, (comment) => ' '.repeat(comment.length))
  const end = bare.indexOf(']')
  const before = bare.slice(0, end).trimEnd()
  const comma = before.endsWith('[') || before.endsWith(',') ? '' : ', '
  return `${text.slice(0, end)}${comma}${items}${text.slice(end)}`
}

/** A CSV list with a line for each further ticker; its other columns stay empty. */
export function addToCsv(text: string, tickers: readonly string[]): string {
  const [header = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = header.split(',').map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  )
  const lines = tickers.map((ticker) =>
    names.map((name) => (name === 'ticker' ? ticker : '')).join(','),
  )
  return `${text.trimEnd()}\n${lines.join('\n')}\n`
}
