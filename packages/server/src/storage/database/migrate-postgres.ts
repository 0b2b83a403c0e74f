import type pg from 'pg'
import { type Migration, migrations } from './migrations.ts'
import { migrationsTable, pendingMigrations } from './pending-migrations.ts'

/** Number of the advisory lock: the bytes of "fiq", unlikely to be used by another program. */
const lockNumber = 0x66_69_71

/**
 * Runs the migrations that this database still needs, within the caller's transaction. Instances
 * that start together take turns, and only the first has work to do.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when this program cannot upgrade the database.
 */
export async function migratePostgres(
  client: Pick<pg.ClientBase, 'query'>,
  known: readonly Migration[] = migrations,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
  await client.query(migrationsTable)
  const { rows } = await client.query<{ taken: number | null }>(
    'select max(number) as taken from migrations',
  )
  for (const step of pendingMigrations(rows[0]?.taken ?? 0, known)) {
    const { number, name, statements, postgres = [] } = step
    for (const statement of [...statements, ...postgres]) await client.query(statement)
    await client.query('insert into migrations (number, name) values ($1, $2)', [number, name])
  }
}
