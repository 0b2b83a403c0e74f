import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { lockFile } from './lock-file.ts'
import { writePrivate } from './write-private.ts'

/** One lock for each folder. It is held for milliseconds. */
export const lockName = '.lock'

/**
 * Changes a file that several processes share. No other process writes between the read and the
 * write, so no update is lost, and a reader sees the old or the new text.
 *
 * @param change - Gets the text, `undefined` without a file. If it throws, the file stays
 * unchanged.
 * @throws FiqError Like {@link lockFile}.
 */
export function updateFile(path: string, change: (text: string | undefined) => string): void {
  const release = lockFile(join(dirname(path), lockName))
  try {
    writePrivate(
      dirname(path),
      basename(path),
      change(readIfExists(() => readFileSync(path, 'utf8'))),
    )
  } finally {
    release()
  }
}
