import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { importedFilesName } from '../../imported-files/open-imported-files.ts'
import {
  indexName,
  type MirrorEntry,
  readMirrorIndex,
} from '../../upstreams/mirror/mirror-index.ts'
import { digestOf } from '../../upstreams/mirror/partial-file.ts'
import { readZipFile } from '../../upstreams/mirror/zip-file.ts'
import { checkPieces, fewFaults } from './check-file.ts'
import type { Fault } from './fault.ts'
import { replayMirror } from './replay-mirror.ts'

export type VerifyReport = {
  folder: string
  files: number
  bytes: number
  /** Number of interrupted transfers. The next pull continues them. */
  partial: number
  faults: readonly (Fault & { file: string })[]
}

/** Files of the mirror that contain no responses. */
const besides = [indexName, importedFilesName]

/**
 * `fiq-server mirror verify`: checks every file, compares it with the index, and has the areas
 * parse their files. Reads archives and tables of any size in pieces.
 *
 * @throws FiqError `NOT_FOUND` if the folder does not exist
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
    const { size } = await stat(full)
    bytes += size
    const digest = await digestOf(full)
    const found = [
      ...againstIndex(listed.get(path), digest, size),
      ...sameAs(seen.get(digest)),
      ...((await isArchive(full))
        ? await archiveFaults(full)
        : await faultsIn(full, path, listed.get(path))),
    ]
    seen.set(digest, file)
    faults.push(...found.map((fault) => ({ file, ...fault })))
  }
  const present = new Set(files.map((file) => file.replace(/\.gz$/, '')))
  for (const { path } of entries)
    if (!present.has(path)) faults.push({ file: path, what: 'listed in index.json, but missing' })
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
  const sizes = entry.bytes === bytes ? '' : `: ${bytes} bytes, and ${entry.bytes} when pulled`
  return [{ what: `not the file that was pulled${sizes}` }]
}

/** A fault if two addresses have the same bytes: one was answered with the other's response. */
function sameAs(other: string | undefined): Fault[] {
  return other === undefined ? [] : [{ what: `the same bytes as ${other}` }]
}

async function isArchive(full: string): Promise<boolean> {
  const file = await open(full)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\u0003\u0004'
  } finally {
    await file.close()
  }
}

async function archiveFaults(full: string): Promise<Fault[]> {
  try {
    const faults: Fault[] = []
    for await (const { name, what } of (await readZipFile(full)).damages())
      faults.push({ what: `${name}: ${what}` })
    return fewFaults(faults)
  } catch (error) {
    return [{ what: `a damaged or truncated archive: ${(error as Error).message}` }]
  }
}

async function faultsIn(full: string, path: string, entry: MirrorEntry | undefined) {
  const bytes = createReadStream(full)
  if (!full.endsWith('.gz')) return checkPieces(path, bytes, entry?.expects)
  try {
    // Not a pipeline: stopping early in a long file must not be an error.
    const plain = bytes.pipe(createGunzip())
    bytes.once('error', (error) => plain.destroy(error))
    return await checkPieces(path, plain, entry?.expects)
  } catch {
    return [{ what: 'compressed, and damaged or truncated' }]
  }
}

async function filesBelow(root: string): Promise<string[]> {
  const found = await readdir(root, { withFileTypes: true, recursive: true }).catch((cause) => {
    throw new FiqError('NOT_FOUND', `There is no mirror in ${root}.`, {
      remedy: 'Create one: fiq-server mirror pull.',
      cause,
    })
  })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}
