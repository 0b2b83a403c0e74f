import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStore } from '../sources/connector.ts'
import { joinFileStores, openFileStore } from './file-store.ts'

/** Name of the database of imported data in a data or mirror folder. */
export const importedFilesName = 'files.sqlite'

/**
 * The imported data of several folders as one store: the first folder that holds a key answers.
 * Skips folders without imported data.
 *
 * @param folders the operator's own first, e.g. `[dataDir, mirrorDir]`
 * @throws FiqError `CONFIGURATION_INVALID` for an unreadable database
 */
export function openImportedFiles(folders: readonly string[]): FileStore & { close(): void } {
  const stores = folders
    .map((folder) => join(folder, importedFilesName))
    .filter((path) => existsSync(path))
    .map(openFileStore)
  return {
    ...joinFileStores(stores),
    close() {
      for (const store of stores) store.close()
    },
  }
}
