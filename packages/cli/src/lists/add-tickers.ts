/**
 * Appends tickers to a TOML list. Keeps comments and line breaks.
 *
 * @param text - A valid list; `undefined` creates one.
 */
export function addToToml(text: string | undefined, tickers: readonly string[]): string {
  const items = tickers.map((ticker) => `"${ticker}"`).join(', ')
  if (text === undefined) return `tickers = [${items}]\n`
  // A comment may contain a bracket, so blank comments without moving other characters.
  const bare = text.replace(/#.*$/gm, (comment) => ' '.repeat(comment.length))
  const end = bare.indexOf(']')
  const before = bare.slice(0, end).trimEnd()
  const comma = before.endsWith('[') || before.endsWith(',') ? '' : ', '
  return `${text.slice(0, end)}${comma}${items}${text.slice(end)}`
}

/** Appends a line for each ticker to a CSV list. The other columns stay empty. */
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
