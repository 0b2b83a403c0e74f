import { DatabaseSync } from 'node:sqlite'
import type { Database, Statement } from '../../../packages/server/src/storage/database/database.ts'
import { createGroupCommit } from '../../../packages/server/src/storage/database/group-commit.ts'
import { migrations } from '../../../packages/server/src/storage/database/migrations.ts'
import {
  createStatements,
  rowsOf,
  runGroup,
  sqliteCodes,
  sqliteError,
} from '../../../packages/server/src/storage/database/run-group.ts'
import type { Process, World } from '../world/world.ts'

/** A change of state in a database, as its trigger saw it. */
export type StateChange = { key: string; from: string; to: string; hash: string | null }

/** The disk of a server, or the database that several instances share. It outlives them. */
export type ServerDisk = {
  connection: DatabaseSync
  /** Is it one that instances reach over a network? Each statement is then a round trip. */
  isShared: boolean
  prepare: ReturnType<typeof createStatements>
  /** State changes that were committed since the last call. */
  takeChanges(): readonly StateChange[]
}

const recorded = `
  create temp table changes (number integer primary key, key text, was text, became text, hash text);
  create temp trigger row_added after insert on payments begin
    insert into changes (key, was, became, hash)
    values (lower(hex(new.nonce)), '', new.state, lower(hex(new.transaction_hash)));
  end;
  create temp trigger row_moved after update on payments
    when old.state is not new.state or old.transaction_hash is not new.transaction_hash begin
    insert into changes (key, was, became, hash)
    values (lower(hex(new.nonce)), old.state, new.state, lower(hex(new.transaction_hash)));
  end;
  create temp trigger row_gone after delete on payments begin
    insert into changes (key, was, became, hash)
    values (lower(hex(old.nonce)), old.state, 'forgotten', null);
  end`

const leaseTable = /create table settlement_leases[^;]*/

/** The schema of this version, made once. */
function templateBytes(): Uint8Array {
  const made = new DatabaseSync(':memory:')
  for (const { statements, postgres = [] } of migrations) {
    for (const statement of statements) made.exec(statement)
    for (const statement of postgres) {
      const lease = leaseTable.exec(statement)
      if (lease) made.exec(lease[0])
    }
  }
  const bytes = made.serialize()
  made.close()
  return bytes
}

let template: Uint8Array | undefined

export function openServerDisk(world: World, isShared: boolean): ServerDisk {
  template ??= templateBytes()
  const connection = new DatabaseSync(':memory:')
  connection.deserialize(template)
  connection.exec('pragma synchronous = off; pragma temp_store = memory')
  // PostgreSQL's function for the lease: milliseconds on the clock of the database.
  connection.function('clock_timestamp', () => world.now())
  connection.function(
    'make_interval',
    { varargs: true },
    (...parts) => 1_000 * Number(parts.at(-1)),
  )
  connection.exec(recorded)
  const prepare = createStatements(connection)
  const take = connection.prepare('select key, was, became, hash from changes order by number')
  const clear = connection.prepare('delete from changes')
  return {
    connection,
    isShared,
    prepare,
    takeChanges() {
      const rows = take.all()
      if (rows.length > 0) clear.run()
      return rows.map((row) => ({
        key: `0x${row['key']}`,
        from: String(row['was']),
        to: String(row['became']),
        hash: row['hash'] ? `0x${row['hash']}` : null,
      }))
    },
  }
}

/** A process's access to a disk. */
export type DiskPorts = {
  world: World
  disk: ServerDisk
  process: Process
  /** Called after each commit, before any caller learns of it. */
  committed(): void
  /** Sees each read of a shared database. */
  readLease?(isHeld: boolean): void
}

/** A promise of its own for each caller: one that all shared would retain every world that waits. */
const never = () => new Promise<never>(() => {})

/** The real group commit over a disk that stalls, fills up, breaks, and loses its process. */
export function databaseOn({ world, disk, process, committed, readLease }: DiskPorts): Database {
  const dies = (where: string) => {
    if (!world.isFault('kill server', where)) return false
    world.kill(process)
    return true
  }
  const slow = (about: string) =>
    world.isFault('slow disk', about) ? 50 + world.choose('slow disk ms', 8_000) : 0
  const run = async (group: readonly (readonly Statement[])[]) => {
    await world.pause(world.choose('disk ms', 3) + slow('write'), 'disk', process)
    if (dies('before commit')) return never()
    if (world.isFault('full disk'))
      throw sqliteError({ message: 'database or disk is full', errcode: 13 })
    if (world.isFault('broken disk')) throw sqliteError({ message: 'disk I/O error', errcode: 10 })
    const outcomes = runGroup(disk.connection, disk.prepare, group)
    committed()
    if (dies('after commit')) return never()
    if (world.choose('acknowledged later', 4) === 0)
      await world.pause(1 + world.choose('disk ms', 3), 'disk', process)
    if (disk.isShared && world.isFault('lost commit answer'))
      throw Object.assign(new Error('Connection terminated unexpectedly'))
    return outcomes
  }
  const { write, drained } = createGroupCommit(run)
  const writeShared = async (statements: readonly Statement[]) => {
    const [outcome] = await run([statements])
    if (outcome && 'applied' in outcome) return outcome
    throw sqliteError(outcome?.error ?? { message: 'no outcome', errcode: sqliteCodes.abort })
  }
  const read: Database['read'] = async (sql, ...values) => {
    if (disk.isShared)
      await world.pause(1 + world.choose('disk ms', 3) + slow('read'), 'disk', process)
    if (!process.isAlive) return never()
    const rows = rowsOf(disk.prepare(sql), values)
    if (sql.startsWith('select token from settlement_leases')) readLease?.(rows.length > 0)
    return rows
  }
  return {
    read,
    scan: read,
    write: (...statements) => {
      if (!process.isAlive) return never()
      return disk.isShared ? writeShared(statements) : write(statements)
    },
    async probe() {},
    async close() {
      await drained()
    },
  }
}

/** A database over the disk without delay and faults, to prepare it. */
export function plainDatabase({ connection, prepare }: ServerDisk): Database {
  const read: Database['read'] = async (sql, ...values) => rowsOf(prepare(sql), values)
  return {
    ...{ read, scan: read },
    async write(...statements) {
      const [outcome] = runGroup(connection, prepare, [statements])
      if (outcome && 'applied' in outcome) return outcome
      throw new Error(outcome?.error.message)
    },
    async probe() {},
    async close() {},
  }
}
