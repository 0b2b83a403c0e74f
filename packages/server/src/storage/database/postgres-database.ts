import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import pg from 'pg'
import {
  type Database,
  probeStatement,
  type Row,
  type Statement,
  skipLocked,
  type Value,
  type Written,
} from './database.ts'
import { migratePostgres } from './migrate-postgres.ts'

export type PostgresLimits = {
  connectionsMax: number
  /** Time limit to open a connection, or to wait for a free one. */
  connectTimeoutMs: number
  /** Time limit of one statement, in the database. */
  statementTimeoutMs: number
  /** Time limit of a response, in case the database or the network is silent. */
  answerTimeoutMs: number
  /** Time limit of a scan of a whole table. */
  scanTimeoutMs: number
  /** Time limit of an idle transaction. */
  idleTransactionTimeoutMs: number
}

export const postgresLimits: PostgresLimits = {
  connectionsMax: 16,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 15_000,
  scanTimeoutMs: 120_000,
  idleTransactionTimeoutMs: 15_000,
}

type Runner = Pick<pg.ClientBase, 'query'>

/**
 * The database that several instances share. A write of one instance is visible to the others at
 * once, and primary keys decide races.
 *
 * Nothing is retried. If the connection breaks, the operation rejects with an unknown outcome, and
 * the next operation gets a new connection.
 *
 * @param url - `postgres://…`; it may name a schema with `?options=-c%20search_path%3DNAME`.
 * @param report - Called for connections that broke while idle.
 * @throws FiqError `CONFIGURATION_INVALID` if it cannot be reached, or its schema is newer than
 * this program or too old to upgrade.
 */
export async function openPostgresDatabase(
  url: string,
  report: (error: unknown) => void,
  limits: PostgresLimits = postgresLimits,
): Promise<Database> {
  await migrateOrRefuse(url, limits)
  const pool = openPool(url, limits)
  pool.on('error', report)

  return {
    read: async (sql, ...values) => (await run(pool, { sql, values })).rows,
    scan: (sql, ...values) =>
      inTransaction(pool, async (client) => {
        await client.query(`set local statement_timeout = ${limits.scanTimeoutMs}`)
        return (await run(client, { sql, values }, limits.scanTimeoutMs)).rows
      }),
    async write(...statements) {
      const [first, second] = statements
      if (first && !second && first.mustChange === undefined)
        return { applied: true, results: [await run(pool, first)] }
      return writeTogether(pool, statements)
    },
    async probe() {
      await run(pool, probeStatement)
    },
    close: onceOnly(() => pool.end()),
  }
}

function openPool(url: string, limits: PostgresLimits): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    application_name: 'fiq-server',
    max: limits.connectionsMax,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: limits.answerTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    keepAlive: true,
    // Override settings of the cluster that are unsafe for money. `synchronous_commit` must be on:
    // an acknowledged commit is on disk. The isolation level must be read committed: a transaction
    // that waited for a row reads its current state, where stricter levels would abort.
    onConnect: async (client) => {
      await client.query(`select set_config('synchronous_commit', 'on', false)
        where current_setting('synchronous_commit') = 'off'`)
      await client.query(`select set_config('default_transaction_isolation', 'read committed', false)
        where current_setting('default_transaction_isolation') <> 'read committed'`)
    },
  })
}

async function run(runner: Runner, statement: Statement, timeoutMs?: number): Promise<Written> {
  const { sql, values } = statement
  const { rows, rowCount } = await runner.query<Record<string, Value>>({
    ...prepared(sql),
    values: values.map(storable),
    ...defined({ query_timeout: timeoutMs }),
  })
  return { changes: rowCount ?? 0, rows: rows as Row[] }
}

/**
 * Replaces U+0000, which PostgreSQL does not accept in a text, by U+FFFD. The driver `pg` writes
 * the same character for half a surrogate pair.
 */
function storable(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value
}

const preparedTexts = new Map<string, { name: string; text: string }>()

/**
 * Translates a statement to PostgreSQL's dialect, with `$1` for `?`. Its name lets a connection
 * prepare it once.
 */
function prepared(sql: string): { name: string; text: string } {
  const preparedText = preparedTexts.get(sql)
  if (preparedText) return preparedText
  let place = 0
  const text = sql.replace(/\?/g, () => `$${++place}`).replace(skipLocked, skipLocked.slice(2, -2))
  const named = { name: `fiq_${preparedTexts.size + 1}`, text }
  preparedTexts.set(sql, named)
  return named
}

async function writeTogether(pool: pg.Pool, statements: readonly Statement[]) {
  const results: Written[] = []
  const applied = await inTransaction(pool, async (client, undo) => {
    for (const statement of statements) {
      const result = await run(client, statement)
      results.push(result)
      if (statement.mustChange !== undefined && result.changes !== statement.mustChange) {
        await undo()
        return false
      }
    }
    return true
  })
  return { applied, results }
}

/** Commits the work unless it called `undo`. If anything fails, closes the connection. */
async function inTransaction<result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, undo: () => Promise<void>) => Promise<result>,
): Promise<result> {
  const client = await pool.connect()
  client.on('error', alreadyRejected)
  let ended = false
  try {
    await client.query('begin')
    const result = await work(client, async () => {
      await client.query('rollback')
      ended = true
    })
    if (!ended) await client.query('commit')
    client.off('error', alreadyRejected)
    client.release()
    return result
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/**
 * A broken connection rejects the running query and also emits an event, which would end the
 * process without a listener.
 */
function alreadyRejected(): void {}

/**
 * Migrates on a connection without a time limit, because a migration may change millions of rows.
 */
async function migrateOrRefuse(url: string, { connectTimeoutMs }: PostgresLimits): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fiq-server migrations',
    connectionTimeoutMillis: connectTimeoutMs,
  })
  client.on('error', alreadyRejected)
  try {
    await client.connect()
    await client.query('begin')
    await migratePostgres(client)
    await client.query('commit')
  } catch (cause) {
    if (cause instanceof FiqError) throw cause
    throw new FiqError('CONFIGURATION_INVALID', 'The PostgreSQL database cannot be used.', {
      facts: [`Database: ${withoutPassword(url)}`, `Reason: ${reasonOf(cause)}`],
      remedy: 'Correct --database or FIQ_DATABASE, and check that PostgreSQL runs.',
      cause,
    })
  } finally {
    await client.end()
  }
}

/**
 * The reason of an error. If a name has several addresses, a refused connection is an aggregate
 * error without a text.
 */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1@').replace(/\?.*$/, '')
}

function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= run()
    return done
  }
}
