/**
 * Parses CSV text (RFC 4180): quoted fields with doubled quotes and line breaks inside, CRLF or LF.
 * Ignores a byte order mark and empty lines. Never throws: an unclosed quote ends with the text.
 *
 * @param delimiter some public lists use semicolons
 * @example csvRows('a,"b, c"\n1,2') // [['a', 'b, c'], ['1', '2']]
 */
export function csvRows(text: string, delimiter: ',' | ';' = ','): string[][] {
  return [...eachCsvRow(text, delimiter)]
}

/** {@link csvRows} one row at a time: all rows take ten times the memory of the text. */
export function* eachCsvRow(text: string, delimiter: ',' | ';' = ','): Generator<string[]> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const { fields, next } = readRow(text, at, delimiter)
    if (fields.length > 1 || fields[0] !== '') yield fields
    at = next
  }
}

/** A row with the number of its first line, counted from 1. */
export type NumberedRow = { line: number; fields: string[] }

/**
 * Parses rows of a text that arrives in pieces, cut at any place. Buffers only the incomplete row.
 */
export type CsvReader = {
  /** The rows that end in this piece. Rows are parsed lazily: iterate to the end. */
  rows(piece: string): Iterable<NumberedRow>
  /** The row that ends with the text. */
  lastRow(): Iterable<NumberedRow>
  /** Length of the incomplete row. After an unclosed quote it grows to the end of the text. */
  pending(): number
}

/** @param delimiter one character */
export function csvReader(delimiter: string): CsvReader {
  let rest = ''
  let line = 1
  let isStart = true
  function* read(piece: string, isLast: boolean): Iterable<NumberedRow> {
    const text = rest + piece
    let at = isStart && text.startsWith('\ufeff') ? 1 : 0
    isStart &&= text === ''
    while (at < text.length) {
      const { fields, next } = readRow(text, at, delimiter)
      // A row that reaches the end of the piece may continue in the next one.
      if (!isLast && next >= text.length) break
      if (fields.length > 1 || fields[0] !== '') yield { line, fields }
      for (let seen = at; seen < next; seen += 1) if (text[seen] === '\n') line += 1
      at = next
    }
    rest = text.slice(at)
  }
  return {
    rows: (piece) => read(piece, false),
    lastRow: () => read('', true),
    pending: () => rest.length,
  }
}

function readRow(
  text: string,
  start: number,
  delimiter: string,
): { fields: string[]; next: number } {
  const fields: string[] = []
  let at = start
  for (;;) {
    const { field, next } =
      text[at] === '"' ? readQuoted(text, at + 1, delimiter) : readPlain(text, at, delimiter)
    fields.push(field)
    if (text[next] === delimiter) {
      at = next + 1
      continue
    }
    const afterReturn = text[next] === '\r' ? next + 1 : next
    return { fields, next: text[afterReturn] === '\n' ? afterReturn + 1 : afterReturn }
  }
}

function readPlain(
  text: string,
  start: number,
  delimiter: string,
): { field: string; next: number } {
  let next = start
  const ends = `${delimiter}\r\n`
  while (next < text.length && !ends.includes(text[next] as string)) next += 1
  return { field: text.slice(start, next), next }
}

function readQuoted(
  text: string,
  start: number,
  delimiter: string,
): { field: string; next: number } {
  let field = ''
  let from = start
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { field: field + text.slice(from), next: text.length }
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      // Keep text between the closing quote and the comma: some upstreams write it.
      const rest = readPlain(text, quote + 1, delimiter)
      return { field: field + rest.field, next: rest.next }
    }
    field += '"'
    from = quote + 2
  }
}
