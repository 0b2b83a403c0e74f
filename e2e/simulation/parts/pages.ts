import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { randomFrom } from '../../faults/random.ts'
import { type Files, filesAt, tear } from '../../faults/torn-files.ts'
import { context } from '../world/world.ts'

/** Of the write-ahead log, so that a short run copies it into the database file many times. */
const checkpointPages = 60

/** What a crash left of the newest commit, and whether all older ones are there. */
export type Recovered = { hasNewest: boolean; isWhole: boolean }

/** The files of a database. SQLite itself writes them, and recovers them after a crash. */
export type Pages = {
  path: string
  /** Sets the journal mode of a connection as the server does. */
  prepare(connection: DatabaseSync): void
  /** Every commit until now is acknowledged. @param isSynced - Whether a crash leaves it whole. */
  acknowledge(isSynced: boolean): void
  /**
   * Cuts the power: closes the connection, and leaves any mixture of the sectors before and after
   * the writes that were not synced.
   *
   * @param seed - Decides which sectors.
   * @param reopen - Opens the files again, as the next run of the server does.
   */
  crash(connection: DatabaseSync, seed: number, reopen: () => DatabaseSync): Recovered
  close(): void
}

export function openPages(template: Uint8Array): Pages {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fiq-pages-'))
  const path = join(folder, 'server.sqlite')
  writeFileSync(path, template)
  let synced: Files = { main: Buffer.from(template), log: Buffer.alloc(0) }
  let acknowledged = synced
  const put = (name: string, { main, log }: Files) => {
    rmSync(`${name}-shm`, { force: true })
    writeFileSync(name, main)
    writeFileSync(`${name}-wal`, log)
  }
  const contentOfFiles = (files: Files) => {
    const copy = join(folder, 'copy.sqlite')
    put(copy, files)
    const opened = new DatabaseSync(copy)
    const content = contentOf(opened)
    opened.close()
    return content
  }
  const crash: Pages['crash'] = (connection, seed, reopen) => {
    const random = randomFrom(seed)
    const newest = contentOf(connection)
    const now = filesAt(path)
    if (isSame(now, synced) && random() < 0.3) connection.exec('pragma wal_checkpoint(passive)')
    const last = filesAt(path)
    connection.close()
    const older = contentOfFiles(acknowledged)
    // The log is synced before any of it is copied into the database file.
    const isCopying = !last.main.equals(synced.main) && random() < 0.5
    put(
      path,
      isCopying
        ? { main: tear(synced.main, last.main, random), log: last.log }
        : { main: synced.main, log: tear(synced.log, last.log, random) },
    )
    const opened = reopen()
    const found = contentOf(opened)
    synced = filesAt(path)
    acknowledged = synced
    const isSound = opened.prepare('pragma quick_check').get()?.['quick_check'] === 'ok'
    return {
      hasNewest: found === newest,
      isWhole: isSound && (found === newest || found === older),
    }
  }
  return {
    path,
    prepare(connection) {
      connection.exec(`pragma journal_mode = wal; pragma synchronous = full;
        pragma wal_autocheckpoint = ${checkpointPages}`)
    },
    // The files are the simulator's, not those of a simulated process.
    acknowledge(isSynced) {
      acknowledged = context.exit(() => filesAt(path))
      if (isSynced) synced = acknowledged
    },
    crash: (...crashed) => context.exit(() => crash(...crashed)),
    close: () => rmSync(folder, { recursive: true }),
  }
}

function isSame(one: Files, other: Files): boolean {
  return one.main.equals(other.main) && one.log.equals(other.log)
}

/** All rows of all tables, as text. */
function contentOf(connection: DatabaseSync): string {
  const names = connection.prepare(`select name from main.sqlite_schema where type = 'table'`).all()
  return names
    .map(({ name }) => {
      const statement = connection.prepare(`select * from main."${name}"`)
      statement.setReadBigInts(true)
      return JSON.stringify(statement.all(), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    })
    .join('\n')
}
