import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type PersonalServer,
  personalFile,
  personalFolder,
  readPersonalServer,
} from '@fiq/shared/personal-server'

/** Folder of this user's own server. */
export function personalFolderOf(stateDir: string): string {
  return join(stateDir, personalFolder)
}

/**
 * The published state of this user's own server; `undefined` if none has run, or if others could
 * have written the file. The server may have ended since.
 */
export function personalServerIn(stateDir: string): PersonalServer | undefined {
  const path = join(personalFolderOf(stateDir), personalFile)
  try {
    const { mode, uid } = statSync(path)
    const user = process.getuid?.()
    if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) return undefined
    return readPersonalServer(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
