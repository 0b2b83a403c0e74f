import { FiqError } from '@fiq/shared/errors'
import { type Migration, migrations } from './migrations.ts'

/** Records which migrations a database has run. */
export const migrationsTable = `create table if not exists migrations (
  number integer primary key,
  name text not null,
  applied_at timestamp not null default current_timestamp
)`

/** Number of the schema that this program reads and writes. */
export const schemaNumber = newestOf(migrations)

/**
 * The migrations that a database still needs.
 *
 * @param applied - Number of its schema, 0 for a new database.
 * @throws FiqError `CONFIGURATION_INVALID` when the database is newer than this program, or older
 * than the last released version.
 */
export function pendingMigrations(
  applied: number,
  known: readonly Migration[] = migrations,
): readonly Migration[] {
  const newest = newestOf(known)
  if (applied > newest)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'The database was made by a newer version of this program.',
      {
        facts: [`Schema of the database: ${applied}`, `Newest schema known here: ${newest}`],
        remedy: 'Start the newer version. A database never returns to an older schema.',
      },
    )
  if (applied !== 0 && !known.some(({ number }) => number === applied))
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'This version cannot upgrade a database with so old a schema.',
      {
        facts: [
          `Schema of the database: ${applied}`,
          `Schemas that are upgraded: ${known.map(({ number }) => number).join(', ')}`,
        ],
        remedy: `Take a backup, start the version with schema ${known[0]?.number} once on this database, then start this version again.`,
      },
    )
  return known.filter(({ number }) => number > applied)
}

function newestOf(known: readonly Migration[]): number {
  return known.at(-1)?.number ?? 0
}
