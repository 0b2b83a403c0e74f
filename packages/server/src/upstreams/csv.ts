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
  /**
   * The incomplete row: its first line, and its length so far. After an unclosed quote it grows to
   * the end of the text.
   */
  pending(): { line: number; length: number }
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
      for (
        let end = text.indexOf('\n', at);
        end >= 0 && end < next;
        end = text.indexOf('\n', end + 1)
      )
        line += 1
      at = next
    }
    rest = text.slice(at)
  }
  return {
    rows: (piece) => read(piece, false),
    lastRow: () => read('', true),
    pending: () => ({ line, length: rest.length }),
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
    let next: number
    if (text[at] === '"') next = readQuoted(text, at + 1, delimiter, fields)
    else {
      next = fieldEnd(text, at, delimiter)
      fields.push(text.slice(at, next))
    }
    if (text[next] === delimiter) {
      at = next + 1
      continue
    }
    const afterReturn = text[next] === '\r' ? next + 1 : next
    return { fields, next: text[afterReturn] === '\n' ? afterReturn + 1 : afterReturn }
  }
}

/** End of an unquoted field: before the next delimiter or line break. */
function fieldEnd(text: string, start: number, delimiter: string): number {
  const separator = delimiter.charCodeAt(0)
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === separator || code === 10 || code === 13) return at
  }
  return text.length
}

/** Adds the field whose text begins at `start`, after its quote. @returns The end of the field. */
function readQuoted(text: string, start: number, delimiter: string, fields: string[]): number {
  let field = ''
  let from = start
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) {
      fields.push(field + text.slice(from))
      return text.length
    }
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      // Keep text between the closing quote and the comma: some upstreams write it.
      const next = fieldEnd(text, quote + 1, delimiter)
      fields.push(field + text.slice(quote + 1, next))
      return next
    }
    field += '"'
    from = quote + 2
  }
}
