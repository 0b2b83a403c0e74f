import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, like `mkdirSync` with `recursive`, which never ends
 * below a folder that refuses new entries with ENOENT, e.g. `/proc`.
 *
 * @returns The outermost created folder; `undefined` if the folder exists.
 * @throws The error of the file system.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  try {
    mkdirSync(path, mode)
    return path
  } catch (error) {
    if (isFolder(path)) return undefined
    const parent = dirname(path)
    if ((error as { code?: string }).code !== 'ENOENT' || parent === path) throw error
    const made = makeFolder(parent, mode)
    // The parent exists now, so another ENOENT is final.
    return makeLast(path, mode) ? (made ?? path) : made
  }
}

/** @returns `false` if another process created it. */
function makeLast(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, mode)
    return true
  } catch (error) {
    if (isFolder(path)) return false
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
