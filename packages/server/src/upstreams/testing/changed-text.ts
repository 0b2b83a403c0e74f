/** A response with one changed cell, and the response with the same change in every row. */
export type ChangedCell = {
  /** The list, the member and the new value, e.g. `results.*.date = null`. */
  name: string
  ofOneRow(): Uint8Array
  ofAllRows(): Uint8Array
}

/** Text that no upstream sends. */
export const oddText = '~odd~'

/** A number that no upstream of the tests sends. */
export const oddNumber = 7_777_777

/** Minimum rows of a list: with fewer, one row is half of it. */
export const rowsMin = 3

/** Changes in a table: each row after the header. */
export function changesOfTable(text: string): ChangedCell[] {
  const lines = text.split('\n')
  const [delimiter] = [',', ';', '|', '\t'].toSorted(
    (one, other) => text.split(other).length - text.split(one).length,
  ) as [string]
  const width = (line: string) => line.split(delimiter).length
  // Prose and a date may precede the header, and another table may follow a blank line.
  const headerAt = lines.findIndex((line) => width(line) > 1)
  const header = lines[headerAt] ?? ''
  const after = lines.slice(headerAt + 1)
  const blank = after.findIndex((line) => line.trim() === '')
  // Only rows without quotation marks are split by the delimiter alone.
  const plain = after
    .slice(0, blank < 0 ? undefined : blank)
    .flatMap((line, at) =>
      width(line) === width(header) && !line.includes('"') ? [headerAt + 1 + at] : [],
    )
  const middle = plain[Math.floor(plain.length / 2)]
  if (middle === undefined || plain.length < rowsMin) return []
  const end = lines[middle]!.endsWith('\r') ? '\r' : ''
  const withCell = (rows: readonly number[], column: number, cell: string) => {
    const chosen = new Set(rows)
    const changed = lines.map((line, at) => {
      if (!chosen.has(at)) return line
      const cells = line.replace(/\r$/, '').split(delimiter)
      cells[column] = cell
      return cells.join(delimiter) + end
    })
    return Buffer.from(changed.join('\n'))
  }
  return header.split(delimiter).flatMap((column, at) =>
    ['', oddText].map((cell) => ({
      name: `${column.trim()} = ${JSON.stringify(cell)}`,
      ofOneRow: () => withCell([middle], at, cell),
      ofAllRows: () => withCell(plain, at, cell),
    })),
  )
}

/** Changes in XML: repeated elements. */
export function changesOfXml(text: string): ChangedCell[] {
  const leaf = /<([\w:.-]+)((?:\s[^<>]*)?)>([^<>]+)<\/\1>/g
  const places = Map.groupBy([...text.matchAll(leaf)], ([, name]) => name!)
  return [...places].flatMap(([name, found]) => {
    if (found.length < rowsMin) return []
    const middle = found[Math.floor(found.length / 2)]!
    return [
      { shown: 'missing', write: () => '' },
      { shown: 'empty', write: (attributes: string) => `<${name}${attributes}></${name}>` },
      { shown: 'odd', write: (attributes: string) => `<${name}${attributes}>${oddText}</${name}>` },
    ].map(({ shown, write }) => {
      const changed = (each: readonly RegExpExecArray[]) => {
        let made = ''
        let at = 0
        for (const match of each) {
          made += text.slice(at, match.index) + write(match[2] ?? '')
          at = match.index + match[0].length
        }
        return Buffer.from(made + text.slice(at))
      }
      return {
        name: `<${name}> ${shown}`,
        ofOneRow: () => changed([middle]),
        ofAllRows: () => changed(found),
      }
    })
  })
}
