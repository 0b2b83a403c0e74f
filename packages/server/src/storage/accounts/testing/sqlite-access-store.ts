import { openSqliteDatabase } from '../../database/sqlite-database.ts'
import type { AccessStore } from '../access-store.ts'
import { openAccessStore } from '../open-access-store.ts'

/**
 * Opens keys and credits in a separate SQLite file.
 *
 * @param path - A file, or `:memory:` for a test.
 */
export function openSqliteAccessStore(path: string): AccessStore {
  return openAccessStore(openSqliteDatabase(path))
}
