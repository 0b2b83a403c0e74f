import type { Tool } from '@fiq/shared/catalog/tool'
import { columnsOf, type Row, rowsAt } from '../../http/tool-page/rows.ts'

let shown: readonly Row[] | undefined

/** Shows the rows of an answer. */
export function showRows(tool: Tool, body: unknown): void {
  shown = rowsAt(body, tool.outputPath)
}

/** Saves all rows of the answer; for a sample, the rows of its table. */
export function saveCsv(place: HTMLElement): void {
  const text = shown ? csvOf(shown) : csvOfTable(place)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = `${place.dataset['tool'] ?? 'fiq'}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

function csvOf(rows: readonly Row[]): string {
  const columns = columnsOf(rows)
  return lines([columns, ...rows.map((row) => columns.map((name) => row[name]))])
}

function csvOfTable(place: HTMLElement): string {
  const rows = [...place.querySelectorAll('[data-result] table tr')]
  return lines(rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

/**
 * Writes CSV (RFC 4180). Puts an apostrophe before a text that a spreadsheet would read as a
 * formula.
 */
function lines(rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value)
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
