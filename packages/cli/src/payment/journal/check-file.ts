import type { DatabaseSync } from 'node:sqlite'

/** A larger file is checked whole once a day, a smaller one whenever it is opened. */
const alwaysCheckedBytes = 8 * 2 ** 20

/** Whether a file is checked only once a day. */
export function isLargeFile(file: DatabaseSync): boolean {
  const sql = 'SELECT 1 FROM pragma_page_count, pragma_page_size WHERE page_count * page_size > ?'
  return file.prepare(sql).get(alwaysCheckedBytes) !== undefined
}

/** @throws Error for a damaged file. Takes 1.5 ms for each MB. */
export function checkWhole(file: DatabaseSync): void {
  refuseDamage(file, 'PRAGMA quick_check(1)')
}

function refuseDamage(file: DatabaseSync, check: string): void {
  const [health] = Object.values(file.prepare(check).get() ?? {})
  if (health !== 'ok') throw new Error(`the file is damaged: ${String(health).slice(0, 200)}`)
}
