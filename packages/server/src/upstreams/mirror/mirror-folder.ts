import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../config/make-folder.ts'
import { unpack } from '../unpacked.ts'
import { type MirrorEntry, readMirrorIndex, writeMirrorIndex } from './mirror-index.ts'

/** A mirror opened for writing. */
export type MirrorFolder = {
  root: string
  entryOf(path: string): MirrorEntry | undefined
  /** Whether the file of an entry exists with its listed size. */
  holds(entry: MirrorEntry): Promise<boolean>
  /** The uncompressed file of an entry, if it exists with its listed size. */
  read(entry: MirrorEntry): Promise<Uint8Array | undefined>
  /** Lists a file in the index, which is written soon after, and by `save`. */
  put(entry: MirrorEntry): Promise<void>
  /** Adds tickers, filers, countries and series to those of an area. */
  notePulled(area: string, chosen: Readonly<Record<string, readonly string[]>>): void
  save(): Promise<void>
}

/**
 * Minimum time between two writes of the index. After a crash, unlisted files are fetched again.
 */
const saveEveryMs = 1_000

/** Opens the folder of a mirror, and creates it if it is missing. */
export async function loadMirrorFolder(folder: string, nowMs: () => number): Promise<MirrorFolder> {
  const root = resolve(folder)
  makeFolder(root)
  const index = await readMirrorIndex(root)
  const entries = new Map(index.entries.map((entry) => [entry.path, entry]))
  const pulled = new Map(Object.entries(index.pulled ?? {}))
  let savedAtMs = 0
  let saving = Promise.resolve()
  const save = () => {
    savedAtMs = nowMs()
    // A failed write must not prevent the next one.
    saving = saving
      .catch(() => {})
      .then(() =>
        writeMirrorIndex(root, {
          entries: [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
          pulled: Object.fromEntries(pulled),
        }),
      )
    return saving
  }
  return {
    root,
    save,
    entryOf: (path) => entries.get(path),
    holds: async (entry) => (await completeFile(root, entry)) !== undefined,
    read: (entry) => readEntry(root, entry),
    async put(entry) {
      entries.set(entry.path, entry)
      if (nowMs() - savedAtMs >= saveEveryMs) await save()
    },
    notePulled(area, chosen) {
      const before = pulled.get(area) ?? {}
      const both = Object.entries(chosen).map(([name, values]) => [
        name,
        [...new Set([...(before[name] ?? []), ...values])],
      ])
      pulled.set(area, Object.fromEntries(both))
    },
  }
}

async function readEntry(root: string, entry: MirrorEntry): Promise<Uint8Array | undefined> {
  const file = await completeFile(root, entry)
  if (file === undefined) return undefined
  const body = await readFile(file)
  return file.endsWith('.gz') && !entry.path.endsWith('.gz')
    ? unpack(body).catch(() => undefined)
    : body
}

/** The path of an entry's file, plain or compressed. */
async function completeFile(
  root: string,
  { path, bytes }: MirrorEntry,
): Promise<string | undefined> {
  for (const name of [path, `${path}.gz`]) {
    const file = join(root, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats?.isFile() && (bytes === undefined || stats.size === bytes)) return file
  }
  return undefined
}
