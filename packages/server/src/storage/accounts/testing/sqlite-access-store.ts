import { openSqliteDatabase } from '../../database/sqlite-database.ts'
import type { AccessStore } from '../access-store.ts'
import { openAccessStore } from '../open-access-store.ts'

/**
 * Keys and credits in an SQLite file of their own.
 *
 * @param path - A file, or `:memory:` for a test.
 */
export function openSqliteAccessStore(path: string): AccessStore {
  return openAccessStore(openSqliteDatabase(path))
}
