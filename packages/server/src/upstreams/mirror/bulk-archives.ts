import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../checked-answer.ts'
import { mirrorPath } from '../mirror-path.ts'
import { companyFactsArchive, submissionsArchive } from '../sec.ts'
import type { BulkArchive } from '../transport.ts'
import { readZipFile, type ZipFile } from './zip-file.ts'

/** Every archive that a mirror reads. */
export const archives: readonly BulkArchive[] = [companyFactsArchive, submissionsArchive]

/** An archive in a mirror that may contain an address. */
export type HeldArchive = {
  /** Path in the mirror. */
  path: string
  modifiedAt: string
  /**
   * The response, uncompressed and checked; `undefined` if the archive does not contain it.
   *
   * @throws FiqError `UPSTREAM_CHANGED` for a damaged archive
   */
  read(): Promise<Uint8Array | undefined>
}

/** The archives of a mirror. Reads a replaced archive again. */
export type BulkArchives = { holding(url: URL): Promise<HeldArchive | undefined> }

/** @param root folder of the mirror, absolute */
export function bulkArchives(root: string): BulkArchives {
  const opened = new Map<string, { version: number; zip: Promise<ZipFile> }>()
  const open = (file: string, version: number) => {
    const cached = opened.get(file)
    const zip = cached?.version === version ? cached.zip : readZipFile(file)
    opened.set(file, { version, zip })
    return zip
  }
  return {
    async holding(url) {
      for (const archive of archives) {
        const name = archive.nameOf(url)
        if (name === undefined) continue
        const path = mirrorPath(archive.request.url)
        const file = join(root, path)
        const stats = await stat(file).catch(() => undefined)
        if (!stats?.isFile()) continue
        const read = async () => {
          try {
            return await (await open(file, stats.mtimeMs)).read(name)
          } catch (cause) {
            return refuse(url, 'from an archive that is damaged', {
              facts: [`File: ${path}`],
              cause,
            })
          }
        }
        return { path, modifiedAt: stats.mtime.toISOString(), read }
      }
      return undefined
    },
  }
}
