import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mirrorPath } from '../mirror-path.ts'
import { openZipFile, type ZipFile } from './zip-file.ts'

/** Archives that hold the answers of many addresses, and the name of each answer in them. */
const archives: readonly { url: URL; nameOf(url: URL): string | undefined }[] = [
  {
    url: new URL('https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip'),
    nameOf: (url) => secName(url, /^\/api\/xbrl\/companyfacts\/(CIK\d{10}\.json)$/),
  },
  {
    url: new URL('https://www.sec.gov/Archives/edgar/daily-index/bulkdata/submissions.zip'),
    nameOf: (url) => secName(url, /^\/submissions\/(CIK\d{10}(?:-submissions-\d{3})?\.json)$/),
  },
]

function secName({ host, pathname }: URL, form: RegExp): string | undefined {
  return host === 'data.sec.gov' ? form.exec(pathname)?.[1] : undefined
}

/** What an archive has at an address; `body` is undefined where it holds no such file. */
export type Archived = { path: string; modifiedAt: string; body: Uint8Array | undefined }

/** The archives that lie in a mirror; one that is replaced is read anew. */
export type BulkArchives = {
  /**
   * @returns `undefined` where no archive that would hold the address lies there
   * @throws Error for an archive that is damaged
   */
  find(url: URL): Promise<Archived | undefined>
}

export function bulkArchives(root: string): BulkArchives {
  const opened = new Map<string, { version: number; zip: Promise<ZipFile> }>()
  return {
    async find(url) {
      for (const archive of archives) {
        const name = archive.nameOf(url)
        if (name === undefined) continue
        const path = mirrorPath(archive.url)
        const file = join(root, path)
        const stats = await stat(file).catch(() => undefined)
        if (!stats?.isFile()) continue
        const known = opened.get(path)
        const zip = known?.version === stats.mtimeMs ? known.zip : openZipFile(file)
        opened.set(path, { version: stats.mtimeMs, zip })
        const body = await (await zip).read(name)
        return { path, modifiedAt: stats.mtime.toISOString(), body }
      }
      return undefined
    },
  }
}
