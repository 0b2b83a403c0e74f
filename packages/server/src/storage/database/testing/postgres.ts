import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../database.ts'
import { openPostgresDatabase, postgresLimits } from '../postgres-database.ts'

/** A schema for this test run in a PostgreSQL database. */
export type TestSchema = {
  name: string
  /** Address that selects the schema. */
  url: string
  /** Ends every connection opened with the url, like a restart of the database. */
  terminate(): Promise<void>
  /** Runs a statement beside the users of the schema, like an operator. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

const usual = ['root', 'test', 'postgres'].map(
  (name) => `postgres://postgres@127.0.0.1:5432/${name}`,
)

/**
 * The PostgreSQL of this run, which `e2e/testing/stores.ts` provides. Without it, as in `npm test`,
 * the tests that need it are skipped.
 */
export const postgres = process.env['FIQ_TEST_DATABASE_URL']

/** Finds a running PostgreSQL: the one of `FIQ_TEST_DATABASE_URL`, else at the usual port. */
export async function findPostgres(): Promise<string | undefined> {
  return firstReachable(postgres ? [postgres] : usual)
}

/**
 * Opens a database with few connections: all tests together must stay below the hundred that
 * PostgreSQL usually allows.
 */
export function openSmallDatabase(url: string): Promise<Database> {
  return openPostgresDatabase(url, () => {}, { ...postgresLimits, connectionsMax: 4 })
}

export async function createTestSchema(database: string): Promise<TestSchema> {
  const name = `fiq_test_${randomBytes(6).toString('hex')}`
  const pool = new pg.Pool({ connectionString: database, max: 2 })
  // Tests that restart the database also end these connections.
  pool.on('error', () => {})
  const query = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as Record<string, unknown>[]
  await query(`create schema ${name}`)
  const url = new URL(database)
  url.searchParams.set('options', `-c search_path=${name}`)
  url.searchParams.set('application_name', name)
  return {
    name,
    url: url.href,
    query,
    async terminate() {
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      )
    },
    async drop() {
      await query(`drop schema ${name} cascade`)
      await pool.end()
    },
  }
}

async function firstReachable(urls: readonly string[]): Promise<string | undefined> {
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return connectionString
    } catch {
      // Try the next address.
    }
  }
  return undefined
}
