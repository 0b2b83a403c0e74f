import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps a token where only the user may read it, as the header `curl -H @FILE` sends: so that it
 * stands in no command line, which other users of the machine could see.
 *
 * @returns the path.
 */
export function keepHeader(stateDir: string, name: string, token: string): string {
  const path = headerPath(stateDir, name)
  mkdirSync(join(stateDir, folder), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `Authorization: Bearer ${token}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
  return path
}

/** Removes the file of a client that was revoked. */
export function removeHeader(stateDir: string, name: string): void {
  rmSync(headerPath(stateDir, name), { force: true })
}

/** Names of clients hold nothing that means something in a path. */
export function headerPath(stateDir: string, name: string): string {
  return join(stateDir, folder, `${name}.header`)
}

const folder = 'proxy'
