import { DatabaseSync } from 'node:sqlite'
import { finalCreditsMax } from '../../../packages/server/src/credits/credits.ts'
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
import { openPages, type Pages, type Recovered } from './pages.ts'

/**
 * A state change in a database, as recorded by its trigger. `from` is `credits` when a large top-up
 * was credited, and `lease` when the settlement lease changed: then `to` is the change as JSON.
 */
export type StateChange = {
  key: string
  from: string
  to: string
  hash: string | null
  /** Of the changed purchase in a journal; absent for a server. */
  rowid?: number
}

/** The disk of a server, or the database that several instances share. It survives them. */
export type ServerDisk = {
  connection: DatabaseSync
  /** Whether it is shared over a network, so that each statement takes a round trip. */
  isShared: boolean
  prepare: ReturnType<typeof createStatements>
  /** State changes committed since the last call. */
  takeChanges(): readonly StateChange[]
  /** Holds these bytes from now on: newer commits are lost. */
  revert(bytes: Uint8Array): void
  /** Its files; absent for a disk that keeps whole commits. */
  pages: Pages | undefined
  /** Cuts the power of a disk of files, and opens what is left. */
  crash(pages: Pages): Recovered
  close(): void
}

const leaseJson = (row: 'old' | 'new') =>
  `json_object('holder', ${row}.holder, 'token', ${row}.token, 'until', ${row}.expires_at)`
/** A renewal in time by its holder is allowed and frequent, so it is not recorded. */
const isRenewed = `new.holder = old.holder and new.token = old.token
  and old.expires_at > clock_timestamp() and new.expires_at > clock_timestamp()`
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
  create temp trigger credits_given after insert on credit_ledger
    when new.kind = 'topup' and new.credits > ${finalCreditsMax} begin
    insert into changes (key, was, became, hash) values (substr(new.reference, 46), 'credits', 'given', null);
  end;
  create temp trigger lease_taken after insert on settlement_leases begin
    insert into changes (key, was, became, hash) values (new.signer, 'lease',
      json_object('now', clock_timestamp(), 'after', ${leaseJson('new')}), null);
  end;
  create temp trigger lease_changed after update on settlement_leases when not (${isRenewed}) begin
    insert into changes (key, was, became, hash) values (new.signer, 'lease',
      json_object('now', clock_timestamp(), 'before', ${leaseJson('old')}, 'after', ${leaseJson('new')}), null);
  end;
  create temp trigger row_gone after delete on payments begin
    insert into changes (key, was, became, hash)
    values (lower(hex(old.nonce)), old.state, 'forgotten', null);
  end`

const leaseTable = /create table settlement_leases[^;]*/

/** The current schema as a database file, created once. */
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

export function openServerDisk(
  world: World,
  { isShared, hasPages }: { isShared: boolean; hasPages: boolean },
): ServerDisk {
  template ??= templateBytes()
  const pages = hasPages ? openPages(template) : undefined
  const disk: ServerDisk = {
    isShared,
    pages,
    ...openConnection(world, pages ?? template),
    revert(bytes) {
      disk.connection.close()
      Object.assign(disk, openConnection(world, bytes))
    },
    crash: (crashed) =>
      crashed.crash(disk.connection, world.choose('torn sectors', 2 ** 32), () => {
        Object.assign(disk, openConnection(world, crashed))
        return disk.connection
      }),
    close() {
      disk.connection.close()
      pages?.close()
    },
  }
  return disk
}

function openConnection(
  world: World,
  held: Uint8Array | Pages,
): Pick<ServerDisk, 'connection' | 'prepare' | 'takeChanges'> {
  const isInMemory = held instanceof Uint8Array
  const connection = new DatabaseSync(isInMemory ? ':memory:' : held.path)
  if (isInMemory) {
    connection.deserialize(held)
    connection.exec('pragma synchronous = off')
  } else held.prepare(connection)
  connection.exec('pragma temp_store = memory')
  // PostgreSQL's function for the lease: milliseconds of the database clock.
  connection.function('clock_timestamp', () => world.now())
  connection.function(
    'make_interval',
    { varargs: true },
    (...parts) => 1_000 * Number(parts.at(-1)),
  )
  connection.exec(recorded)
  const prepare = createStatements(connection)
  const take = connection.prepare(
    'select number, key, was, became, hash from changes where number > ? order by number',
  )
  let taken = 0
  return {
    connection,
    prepare,
    takeChanges() {
      const rows = take.all(taken)
      taken = Number(rows.at(-1)?.['number'] ?? taken)
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
  /** Called with the state changes of each commit, before its caller continues. */
  committed(changes: readonly StateChange[]): void
  /** Called if a crash lost a commit that was acknowledged. */
  lost(): void
  /** Is a commit on the disk when it is acknowledged? */
  isSynced: boolean
  /** Called at each read of a shared database's lease. */
  readLease?(isHeld: boolean): void
}

/** Whether a payment ends without money. Another instance may settle it meanwhile. */
const isRefusal = ({ sql }: Statement) => /set state = '(failed|unpaid|uncollectible)'/.test(sql)

/** A new promise for each caller: a shared one would retain every waiting world in memory. */
const never = () => new Promise<never>(() => {})

/** The real group commit over a disk that stalls, becomes full, fails, or loses its process. */
export function databaseOn(ports: DiskPorts): Database {
  const { world, disk, process, committed, readLease } = ports
  const synced = ports.isSynced ? undefined : openUnsynced(ports)
  const acknowledge = disk.pages && openTorn(ports, disk.pages)
  const dies = (where: string) => {
    if (!world.isFault('kill server', where)) return false
    world.kill(process)
    return true
  }
  const slow = (about: string) =>
    world.isFault('slow disk', about) ? 50 + world.choose('slow disk ms', 8_000) : 0
  const run = async (group: readonly (readonly Statement[])[]) => {
    await world.pause(world.choose('disk ms', 3) + slow('write'), 'disk', process)
    if (disk.isShared && group.flat().some(isRefusal) && world.isFault('late refusal'))
      await world.pause(world.choose('late refusal ms', 25_000), 'disk', process)
    if (dies('before commit')) return never()
    if (world.isFault('full disk'))
      throw sqliteError({ message: 'database or disk is full', errcode: 13 })
    if (world.isFault('broken disk')) throw sqliteError({ message: 'disk I/O error', errcode: 10 })
    const outcomes = runGroup(disk.connection, disk.prepare, group)
    if (!acknowledge) committed(disk.takeChanges())
    synced?.()
    if (dies('after commit')) return never()
    if (world.choose('acknowledged later', 4) === 0)
      await world.pause(1 + world.choose('disk ms', 3), 'disk', process)
    acknowledge?.()
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
    if (disk.isShared && world.isFault('failed read'))
      throw new Error('Connection terminated unexpectedly')
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

/**
 * A disk of one server that acknowledges first and syncs now and then. When its server dies, the
 * commits since are lost.
 *
 * @returns called after each commit.
 */
function openUnsynced({ world, disk, process }: DiskPorts): () => void {
  if (disk.pages) return () => {}
  let bytes = disk.connection.serialize()
  if (!disk.isShared) process.onDeath.add(() => disk.revert(bytes))
  return () => {
    if (world.choose('sync', 3) === 0) bytes = disk.connection.serialize()
  }
}

/**
 * A disk of files that a crash of the server may tear behind the last acknowledged commit.
 *
 * @returns called when a commit is acknowledged.
 */
function openTorn(ports: DiskPorts, pages: Pages): () => void {
  const { world, disk, process, committed, lost, isSynced } = ports
  const acknowledge = () => pages.acknowledge(isSynced || world.choose('sync', 3) === 0)
  acknowledge()
  process.onDeath.add(() => {
    const changes = disk.takeChanges()
    const { hasNewest, isWhole } = disk.crash(pages)
    if (hasNewest) committed(changes)
    if (!isWhole) lost()
  })
  return () => {
    committed(disk.takeChanges())
    acknowledge()
  }
}

/** A database over the disk without delays and faults, for preparation. */
export function plainDatabase({ connection, prepare }: ServerDisk): Database {
  const read: Database['read'] = async (sql, ...values) => rowsOf(prepare(sql), values)
  return {
    read,
    scan: read,
    async write(...statements) {
      const [outcome] = runGroup(connection, prepare, [statements])
      if (outcome && 'applied' in outcome) return outcome
      throw new Error(outcome?.error.message)
    },
    async probe() {},
    async close() {},
  }
}
