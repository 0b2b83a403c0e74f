import { FiqError } from '@fiq/shared/errors'
import { type Migration, migrations } from './migrations.ts'

/** The table that says which steps were taken. */
export const migrationsTable = `create table if not exists migrations (
  number integer primary key,
  name text not null,
  applied_at timestamp not null default current_timestamp
)`

/**
 * The steps a database still needs, given the number of the last one it took (0 for none).
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the database is newer than this program
 */
export function pendingMigrations(
  taken: number,
  known: readonly Migration[] = migrations,
): readonly Migration[] {
  const newest = known.at(-1)?.number ?? 0
  if (taken > newest)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'The database was made by a newer version of this program.',
      {
        facts: [`Shape of the database: ${taken}`, `Newest shape known here: ${newest}`],
        remedy: 'Start the newer version; a database is never taken back to an older shape.',
      },
    )
  return known.filter(({ number }) => number > taken)
}
