import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** The longest tests used 50 MB at once. */
const roomMin = 2 ** 30

/**
 * Places temporary files in memory if it has room, unless `TMPDIR` is set. SQLite waits for the disk
 * after each transaction, which took longer than the work of many tests. A killed process loses
 * nothing that it wrote, on a disk or in memory.
 */
export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] || !hasRoom()) return undefined
  const folder = mkdtempSync(join(memory, 'fiq-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!runsPrograms(folder)) return void remove()
  process.env['TMPDIR'] = folder
  return remove
}

/** Whether programs may be started in a folder: containers often forbid it in memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '', { mode: 0o700 })
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomMin
  } catch {
    return false
  }
}
