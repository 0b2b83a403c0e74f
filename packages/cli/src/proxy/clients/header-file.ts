import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '../../config/write-private.ts'

/**
 * Writes a token, as the header that `curl -H @FILE` sends, to a file that only the user can read.
 * So the token is in no command line, which other users of the machine could see.
 *
 * @returns The path.
 */
export function saveHeader(stateDir: string, name: string, token: string): string {
  writePrivate(join(stateDir, folder), `${name}.header`, `Authorization: Bearer ${token}\n`)
  return headerPath(stateDir, name)
}

/** Removes the file of a revoked client. */
export function removeHeader(stateDir: string, name: string): void {
  rmSync(headerPath(stateDir, name), { force: true })
}

/** The path of the file. Client names contain no characters with a meaning in paths. */
export function headerPath(stateDir: string, name: string): string {
  return join(stateDir, folder, `${name}.header`)
}

const folder = 'proxy'
