import { DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'

/** Source of imported data. It is stored with the data and stated in every answer. */
export type Origin = {
  source: string
  sourceUrl: string
  licence: string
}

/** Version of the tables. Increment it with every change. */
const schemaVersion = 2

/**
 * Opens the database of imported data. Creates it if it is opened for writing, and upgrades one of
 * version 1.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for any other file
 */
export function openFileDatabase(path: string, mode: 'read' | 'write'): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: mode === 'read' })
    if (mode === 'write') {
      database.exec('PRAGMA busy_timeout = 5000')
      if (versionOf(database) === 0) database.exec(tables)
      if (versionOf(database) === 1) database.exec(upgrade)
    } else if (versionOf(database) === 1) openFileDatabase(path, 'write').close()
    if (versionOf(database) !== schemaVersion)
      throw new Error(`schema version ${versionOf(database)}, not ${schemaVersion}`)
    return database
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', 'The imported data cannot be opened.', {
      facts: [`File: ${path}`, `Reason: ${(cause as Error).message}`],
      remedy: 'Import the data again into a new file.',
      cause,
    })
  }
}

/**
 * Runs an import in one transaction.
 *
 * @returns The result of `work`, whose second argument is the id of the import.
 */
export async function recordImport<value>(
  database: DatabaseSync,
  origin: Origin,
  importedAt: string,
  work: (importId: number) => Promise<value>,
): Promise<value> {
  database.exec('BEGIN IMMEDIATE')
  try {
    const { lastInsertRowid } = database
      .prepare('INSERT INTO import (source, source_url, licence, imported_at) VALUES (?, ?, ?, ?)')
      .run(origin.source, origin.sourceUrl, origin.licence, importedAt)
    const result = await work(Number(lastInsertRowid))
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

const tables = `
BEGIN;
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  source_url TEXT NOT NULL,
  licence TEXT NOT NULL,
  imported_at TEXT NOT NULL
) STRICT;
CREATE TABLE bars (
  id INTEGER PRIMARY KEY,
  ticker TEXT NOT NULL,
  interval TEXT NOT NULL,
  import_id INTEGER NOT NULL REFERENCES import (id),
  UNIQUE (ticker, interval)
) STRICT;
CREATE TABLE bar (
  bars_id INTEGER NOT NULL REFERENCES bars (id),
  date TEXT NOT NULL,
  open REAL,
  high REAL,
  low REAL,
  close REAL NOT NULL,
  volume REAL,
  import_id INTEGER NOT NULL REFERENCES import (id),
  PRIMARY KEY (bars_id, date)
) STRICT, WITHOUT ROWID;
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  import_id INTEGER NOT NULL REFERENCES import (id)
) STRICT;
CREATE TABLE point (
  series_id INTEGER NOT NULL REFERENCES series (id),
  date TEXT NOT NULL,
  value REAL,
  import_id INTEGER NOT NULL REFERENCES import (id),
  PRIMARY KEY (series_id, date)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${schemaVersion};
COMMIT;
`

/** From version 1, which stored the newest import of a list and not the import of each row. */
const upgrade = `
BEGIN IMMEDIATE;
ALTER TABLE bar ADD COLUMN import_id INTEGER REFERENCES import (id);
UPDATE bar SET import_id = (SELECT import_id FROM bars WHERE id = bars_id);
ALTER TABLE point ADD COLUMN import_id INTEGER REFERENCES import (id);
UPDATE point SET import_id = (SELECT import_id FROM series WHERE id = series_id);
PRAGMA user_version = ${schemaVersion};
COMMIT;
`
