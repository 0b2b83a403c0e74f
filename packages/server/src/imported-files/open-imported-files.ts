import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { FileStore } from '../sources/connector.ts'
import { joinFileStores, openFileStore } from './file-store.ts'

/** Name of the database of imported data in a data or mirror folder. */
export const importedFilesName = 'files.sqlite'

/** Minimum time between two checks for new files: one query may look up 10,000 tickers. */
const lookAgainMs = 1_000

/**
 * The imported data of several folders as one store: the first folder that has a key answers.
 * Checks a folder without imported data again every second, so that a running server finds its
 * first import.
 *
 * @param folders the operator's own first, e.g. `[dataDir, mirrorDir]`
 * @throws FiqError `CONFIGURATION_INVALID` for an unreadable database
 */
export function openImportedFiles(
  folders: readonly string[],
  { clockMs = () => performance.now() }: { clockMs?: () => number } = {},
): FileStore & { close(): void } {
  const open = new Map<string, ReturnType<typeof openFileStore>>()
  const openNew = () => {
    for (const folder of folders) {
      const path = join(folder, importedFilesName)
      if (!open.has(folder) && existsSync(path)) open.set(folder, openFileStore(path))
    }
    return folders.flatMap((folder) => open.get(folder) ?? [])
  }
  let stores = openNew()
  let lookedAt = clockMs()
  return {
    ...joinFileStores(() => {
      if (open.size === folders.length || clockMs() - lookedAt < lookAgainMs) return stores
      lookedAt = clockMs()
      try {
        stores = openNew()
      } catch (error) {
        // The import that creates the database is still running.
        if (!(error instanceof FiqError)) throw error
      }
      return stores
    }),
    close() {
      for (const store of open.values()) store.close()
    },
  }
}
