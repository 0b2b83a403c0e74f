import { closeSync, fstatSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../config/make-folder.ts'

const logBytesMax = 4 * 2 ** 20

/**
 * Opens the log of a background process for appending, readable only by this user. First renames a
 * log of more than 4 MiB to `.1`.
 *
 * @returns The descriptor, and the previous size in bytes.
 */
export function openLog(path: string): { descriptor: number; begins: number; close(): void } {
  makeFolder(dirname(path), 0o700)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax)
    renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  const begins = fstatSync(descriptor).size
  return { descriptor, begins, close: () => closeSync(descriptor) }
}
