import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ListedEntry } from '../../packages/server/src/sources/sanctions/listed-entry.ts'
import {
  publishedRowsMin,
  readOfacLists,
} from '../../packages/server/src/sources/sanctions/ofac-lists.ts'
import { readUnList } from '../../packages/server/src/sources/sanctions/un-list.ts'

const shared = new URL('../../../shared/data/', import.meta.url)

/** Whether the lists are on this machine, because they are not in the repository. */
export const hasLists = existsSync(new URL('ofac/UN_consolidated.xml.gz', shared))

/** Text of a file of the shared data, unpacked. */
export function readShared(path: string): string {
  const bytes = readFileSync(new URL(path, shared))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

/** The available lists, one after another, as the server reads them. */
export function readLists(): ListedEntry[] {
  const side = { alt: '', add: '', comments: '' }
  const entries = readOfacLists(
    {
      sdn: readShared('ofac/bench2021_sdn.csv.gz'),
      alt: readShared('ofac/bench2021_alt.csv.gz'),
      add: readShared('ofac/bench2021_add.csv.gz'),
      comments: readShared('ofac/bench2021_sdn_comments.csv'),
    },
    publishedRowsMin,
  )
  const consolidated = { listName: 'OFAC Consolidated', sidesMin: 0 }
  entries.push(
    ...readOfacLists({ ...side, sdn: readShared('ofac/cons_prim.csv.gz') }, 1, consolidated),
  )
  const un = new URL('https://scsanctions.un.org')
  entries.push(...readUnList(readShared('ofac/UN_consolidated.xml.gz'), un, 1).entries)
  return entries
}
