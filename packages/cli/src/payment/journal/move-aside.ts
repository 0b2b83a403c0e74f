import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../config/make-folder.ts'
import { markJournal } from './journal-marker.ts'
import { databaseName } from './open-database.ts'

/** Folder of a journal whose move is not finished. */
const movingName = `${databaseName}.moving`
/** Beginning of the names of the folders of moved journals; the rest is the time of the move. */
const movedPrefix = `${databaseName}.before-`
/** The database file and its companions. Without the first one, SQLite opens no other. */
const ends = ['', '-wal', '-shm'] as const

/**
 * Moves the files of the journal into a folder of their own.
 *
 * A process that is killed in between leaves no journal at its path, which the marker reports as
 * lost. The next call continues: companion files belong to the database file that was moved before
 * them, because no new journal exists until the move is finished.
 *
 * @returns The new path of the database file; `undefined` if there was none.
 */
export function moveAside({
  configDir,
  stateDir,
  clock,
}: {
  configDir: string
  stateDir: string
  clock: { now(): number }
}): string | undefined {
  const path = join(stateDir, databaseName)
  const moving = join(stateDir, movingName)
  const isMoved = () => existsSync(join(moving, databaseName))
  const finish = () => {
    const folder = freeName(join(stateDir, movedPrefix), clock.now())
    renameSync(moving, folder)
    return join(folder, databaseName)
  }
  markJournal(configDir)
  // An earlier move was stopped after its last file, and a new journal was begun since.
  if (isMoved() && existsSync(path)) finish()
  makeFolder(moving, 0o700)
  for (const end of ends)
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, join(moving, databaseName + end))
  // Companions alone are moved too: a later journal does not belong to them.
  if (readdirSync(moving).length === 0) return undefined
  const moved = finish()
  return existsSync(moved) ? moved : undefined
}

/** The database files that were moved aside, the newest first. */
export function movedJournals(stateDir: string): readonly string[] {
  return readdirSync(stateDir)
    .filter((name) => name.startsWith(movedPrefix))
    .sort()
    .reverse()
    .map((name) => join(stateDir, name, databaseName))
    .filter((path) => existsSync(path))
}

function freeName(prefix: string, now: number): string {
  const name = prefix + new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`
    if (!existsSync(free)) return free
  }
}
