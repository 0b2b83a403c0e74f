import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { importedFilesName } from '../files/open-imported-files.ts'
import { indexName, type MirrorEntry, readMirrorIndex } from '../upstreams/mirror/mirror-index.ts'
import { digestOf } from '../upstreams/mirror/partial-file.ts'
import { checkFile, type Fault } from './check-file.ts'
import { replayMirror } from './replay-mirror.ts'

export type VerifyReport = {
  folder: string
  files: number
  bytes: number
  /** Transfers that broke off; the next pull goes on with them. */
  partial: number
  faults: readonly (Fault & { file: string })[]
}

/** Files the mirror holds for other reasons than to be answered from. */
const besides = [indexName, importedFilesName]

/** Largest unpacked file looked at. */
const unpackedBytesMax = 2 ** 30

/**
 * `fiq-server mirror verify`: looks at every file, compares it with the index, and has the areas
 * read what was pulled for them.
 *
 * @throws FiqError `NOT_FOUND` when there is no such folder
 */
export async function verifyMirror(folder: string, now: () => Date): Promise<VerifyReport> {
  const root = resolve(folder)
  const { entries } = await readMirrorIndex(root)
  const listed = new Map(entries.map((entry) => [entry.path, entry]))
  const all = await filesBelow(root)
  const files = all.filter((file) => !file.includes('.part') && !isBeside(file))
  const faults: (Fault & { file: string })[] = []
  const seen = new Map<string, string>()
  let bytes = 0
  for (const file of files) {
    const path = file.replace(/\.gz$/, '')
    const full = join(root, file)
    bytes += (await stat(full)).size
    const digest = await digestOf(full)
    const found = [
      ...againstIndex(listed.get(path), digest, (await stat(full)).size),
      ...sameAs(seen.get(digest)),
      ...(await faultsIn(full, path, listed.get(path))),
    ]
    seen.set(digest, file)
    faults.push(...found.map((fault) => ({ file, ...fault })))
  }
  const held = new Set(files.map((file) => file.replace(/\.gz$/, '')))
  for (const { path } of entries)
    if (!held.has(path)) faults.push({ file: path, what: 'listed in index.json, and not there' })
  const partial = all.filter((file) => file.endsWith('.part') && !isBeside(file)).length
  const misread = (await replayMirror(root, now))
    .flatMap(({ failures }) => failures)
    .filter(({ code }) => code === 'UPSTREAM_CHANGED')
    .map(({ file, message }) => ({ file: file ?? root, what: message }))
  return { folder: root, files: files.length, bytes, partial, faults: [...faults, ...misread] }
}

const isBeside = (file: string) => besides.some((name) => file.startsWith(name))

function againstIndex(entry: MirrorEntry | undefined, digest: string, bytes: number): Fault[] {
  if (entry?.sha256 === undefined || entry.sha256 === digest) return []
  const sizes = entry.bytes === bytes ? '' : `, ${bytes} bytes where it had ${entry.bytes}`
  return [{ what: `not the file that was pulled${sizes}` }]
}

/** Two addresses with the same bytes: one of them was answered with the other's. */
function sameAs(other: string | undefined): Fault[] {
  return other === undefined ? [] : [{ what: `the same bytes as ${other}` }]
}

async function faultsIn(full: string, path: string, entry: MirrorEntry | undefined) {
  const bytes = await readFile(full)
  if (!full.endsWith('.gz')) return checkFile(path, bytes, entry?.expects)
  try {
    return checkFile(
      path,
      await unpack(bytes, { maxOutputLength: unpackedBytesMax }),
      entry?.expects,
    )
  } catch {
    return [{ what: 'packed and damaged, or cut short' }]
  }
}

const unpack = promisify(gunzip) as (
  body: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array>

async function filesBelow(root: string): Promise<string[]> {
  const found = await readdir(root, { withFileTypes: true, recursive: true }).catch((cause) => {
    throw new FiqError('NOT_FOUND', `There is no mirror in ${root}.`, {
      remedy: 'Write one: fiq-server mirror pull.',
      cause,
    })
  })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}
