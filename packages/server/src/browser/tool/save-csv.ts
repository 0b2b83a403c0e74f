import type { Tool } from '@fiq/shared/catalog/tool'
import { columnsOf, csvOf, type Row, rowsAt } from '../../http/tool-page/rows.ts'

let shown: readonly Row[] | undefined

/** Shows the rows of an answer. */
export function showRows(tool: Tool, body: unknown): void {
  shown = rowsAt(body, tool.outputPath)
}

/** Saves all rows of the answer; for a sample, the rows of its table. */
export function saveCsv(place: HTMLElement): void {
  const text = csvOf(shown ? linesOf(shown) : linesOfTable(place))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = `${place.dataset['tool'] ?? 'fiq'}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

function linesOf(rows: readonly Row[]): readonly (readonly unknown[])[] {
  const columns = columnsOf(rows)
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
}

function linesOfTable(place: HTMLElement): readonly (readonly unknown[])[] {
  const rows = [...place.querySelectorAll('[data-result] table tr')]
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
}
