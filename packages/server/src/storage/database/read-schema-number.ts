import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { ledgerFile } from './sqlite-database.ts'

const connectTimeoutMs = 5_000
const takenSql = 'select max(number) as taken from migrations'

/**
 * The schema number of a database, 0 for an empty database. Changes nothing.
 *
 * @throws when the database exists but cannot be read.
 */
export async function readSchemaNumber(place: {
  database: string | undefined
  dataDir: string
}): Promise<number> {
  return place.database === undefined
    ? schemaNumberOfFile(join(place.dataDir, ledgerFile))
    : schemaNumberOfPostgres(place.database)
}

/** @param path - File of an embedded database, in use or copied. */
export function schemaNumberOfFile(path: string): number {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const table = "select 1 from sqlite_master where type = 'table' and name = 'migrations'"
    if (!connection.prepare(table).get()) return 0
    return Number(connection.prepare(takenSql).get()?.['taken'] ?? 0)
  } finally {
    connection.close()
  }
}

async function schemaNumberOfPostgres(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('migrations') is not null as is_there")
    if (!rows[0]?.is_there) return 0
    return Number((await client.query(takenSql)).rows[0]?.taken ?? 0)
  } finally {
    await client.end()
  }
}
