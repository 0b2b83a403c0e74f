import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a file of mode 0600 in a folder of mode 0700, whole or not at all. */
export function writePrivate(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}
