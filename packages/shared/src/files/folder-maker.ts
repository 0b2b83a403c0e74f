import { dirname } from 'node:path'

/** Functions of `node:fs`. */
export type FolderPorts = {
  mkdirSync(path: string, mode: number | undefined): unknown
  statSync(path: string): { isDirectory(): boolean }
}

/**
 * Creates a folder and its missing parents.
 *
 * @returns The outermost created folder; `undefined` if the folder exists.
 * @throws The error of the file system.
 */
export type MakeFolder = (path: string, mode?: number) => string | undefined

/**
 * Like `mkdirSync` with `recursive`, which never ends below a folder that refuses new entries with
 * ENOENT, e.g. `/proc`.
 */
export function folderMaker({ mkdirSync, statSync }: FolderPorts): MakeFolder {
  const isFolder = (path: string): boolean => {
    try {
      return statSync(path).isDirectory()
    } catch {
      return false
    }
  }
  /** @returns `false` if the folder exists, perhaps because another process created it. */
  const isMade = (path: string, mode: number | undefined): boolean => {
    try {
      mkdirSync(path, mode)
      return true
    } catch (error) {
      if (isFolder(path)) return false
      throw error
    }
  }
  const makeFolder: MakeFolder = (path, mode) => {
    try {
      return isMade(path, mode) ? path : undefined
    } catch (error) {
      const parent = dirname(path)
      if ((error as { code?: string }).code !== 'ENOENT' || parent === path) throw error
      const made = makeFolder(parent, mode)
      // The parent exists now, so another ENOENT is final.
      return isMade(path, mode) ? (made ?? path) : made
    }
  }
  return makeFolder
}
