import { DatabaseSync } from 'node:sqlite'
import { ranMsMin } from './is-recent.ts'
import type { Database, Row } from './open-database.ts'
import { purchaseOf } from './purchase-row.ts'

/** How long to wait for a process that writes the file. */
const busyTimeoutMs = 3_000

/**
 * The signed payments of journals that were moved aside, which may still settle, or settled a moment
 * ago. Each payment once, as the first journal has it. An earlier reset may have stopped after its
 * move, so all moved journals are read.
 *
 * @param paths - Of the moved files.
 * @param now - Unix milliseconds.
 */
export function unexpiredRows(paths: readonly string[], now: number): readonly Row[] {
  const byId = new Map<unknown, Row>()
  for (const row of paths.flatMap((path) => unexpiredIn(path, now)))
    if (!byId.has(row['id'])) byId.set(row['id'], row)
  return [...byId.values()]
}

/** Reads what a damaged file still shows, the newest first. */
function unexpiredIn(path: string, now: number): readonly Row[] {
  const rows: Row[] = []
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: busyTimeoutMs })
    // Waits for a process that began to write before the move. A later one is refused.
    file.exec('BEGIN IMMEDIATE')
    const newest = file.prepare(
      `SELECT * FROM purchases WHERE signed IS NOT NULL AND state <> 'void' AND valid_before > ?
       ORDER BY rowid DESC`,
    )
    newest.setReadBigInts(true)
    for (const row of newest.iterate(Math.floor((now - ranMsMin) / 1_000)))
      if (isReadable(row as Row)) rows.push(row as Row)
  } catch {
    // The rest of the file cannot be read.
  } finally {
    file?.close()
  }
  return rows
}

/** Adds rows of another journal, of this version of the schema or an older one. */
export function addRows(database: Database, rows: readonly Row[]): void {
  for (const row of rows) {
    const columns = Object.keys(row)
    const places = columns.map(() => '?').join(', ')
    database.run(
      `INSERT INTO purchases (${columns.join(', ')}) VALUES (${places})`,
      ...Object.values(row),
    )
  }
}

function isReadable(row: Row): boolean {
  try {
    purchaseOf(row)
    return true
  } catch {
    return false
  }
}
