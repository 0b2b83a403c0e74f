import { chmodSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Writes a file of mode 0600 in a folder of mode 0700, completely or not at all. */
export function writePrivate(folder: string, name: string, text: string): void {
  throughTemporary(folder, name, text, renameSync)
}

/**
 * Like {@link writePrivate}, for a file that must not exist yet: of two processes one writes it.
 *
 * @throws Error with code `EEXIST` when the file exists.
 */
export function createPrivate(folder: string, name: string, text: string): void {
  throughTemporary(folder, name, text, linkSync)
}

/** Writes through a temporary file with a unique name, so that two processes do not share one. */
function throughTemporary(
  folder: string,
  name: string,
  text: string,
  place: (temporary: string, path: string) => void,
): void {
  const path = join(folder, name)
  // Loaded on demand, because only writing needs it.
  const { randomUUID } = process.getBuiltinModule('node:crypto')
  const temporary = `${path}.${randomUUID()}.new`
  makeFolder(folder, 0o700)
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(temporary, 0o600)
    place(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
