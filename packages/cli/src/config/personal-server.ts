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
 * The published state of this user's own server; `undefined` if none has run, if others could have
 * written the file, or if its process id belongs to another user by now. The server may have ended
 * since.
 */
export function personalServerIn(
  stateDir: string,
  signal: Signal = (pid, zero) => process.kill(pid, zero),
): PersonalServer | undefined {
  const path = join(personalFolderOf(stateDir), personalFile)
  try {
    const { mode, uid } = statSync(path)
    const user = process.getuid?.()
    if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) return undefined
    const server = readPersonalServer(readFileSync(path, 'utf8'))
    return server && isOfOther(server.pid, signal) ? undefined : server
  } catch {
    return undefined
  }
}

type Signal = (pid: number, signal: 0) => unknown

/**
 * Whether a process of another user has this id. After a server was killed, another user of this
 * machine can take its port, and start processes until one has its id: the client would send that
 * user the key, and believe its prices.
 */
function isOfOther(pid: number, signal: Signal): boolean {
  try {
    signal(pid, 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
