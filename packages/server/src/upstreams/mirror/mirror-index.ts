import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'

/** The index entry of one file. `mirror pull` writes the members after `retrievedAt`. */
const mirrorEntry = z.object({
  /** Relative to the folder, without `.gz`. */
  path: z.string(),
  url: z.string(),
  /** SHA-256 of the body of a POST, hex. */
  bodySha256: z.string().optional(),
  /** The upstream's own time, ISO 8601; `null` if unknown. */
  asOf: z.string().nullable(),
  /** When the bytes were received, ISO 8601. */
  retrievedAt: z.string(),
  /** When the upstream last confirmed these bytes. */
  checkedAt: z.string().optional(),
  /** Size and SHA-256 (hex) of the file on disk. */
  bytes: z.number().optional(),
  sha256: z.string().optional(),
  etag: z.string().nullable().optional(),
  lastModified: z.string().nullable().optional(),
  expects: z.enum(['json', 'csv', 'xml', 'html', 'text', 'binary']).optional(),
})
export type MirrorEntry = z.output<typeof mirrorEntry>

/**
 * `index.json` of a mirror folder. Lists facts that a path cannot express: the upstream's own time
 * of a file, and the responses of POSTs. Unlisted files are served with their modification time.
 */
const mirrorIndex = z.object({
  entries: z.array(mirrorEntry),
  /** The tickers, filers, countries and series that were pulled, by area. */
  pulled: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
})
export type MirrorIndex = z.output<typeof mirrorIndex>

export const indexName = 'index.json'

/**
 * @returns An empty index if the folder has none.
 * @throws FiqError `UPSTREAM_UNAVAILABLE` if it cannot be read or is not an index.
 */
export async function readMirrorIndex(root: string): Promise<MirrorIndex> {
  const text = await readFile(join(root, indexName), 'utf8').catch((cause) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unreadable(root, cause)
  })
  if (text === undefined) return { entries: [] }
  try {
    return mirrorIndex.parse(JSON.parse(text))
  } catch (cause) {
    throw unreadable(root, cause)
  }
}

/**
 * Replaces the index atomically: a reader gets either the old or the new one.
 *
 * @throws FiqError `OUTPUT_FAILED`
 */
export async function writeMirrorIndex(root: string, index: MirrorIndex): Promise<void> {
  const partial = join(root, `${indexName}.${process.pid}.part`)
  try {
    await writeFile(partial, `${JSON.stringify(index, null, 2)}\n`)
    await rename(partial, join(root, indexName))
  } catch (cause) {
    await rm(partial, { force: true })
    unwritten(partial, cause)
  }
}

/**
 * The error of a failed write, for example on a full disk. It is not the upstream's fault.
 *
 * @throws FiqError `OUTPUT_FAILED`
 */
export function unwritten(file: string, cause: unknown): never {
  throw new FiqError('OUTPUT_FAILED', 'The mirror cannot be written.', {
    facts: [`File: ${file}`, `Reason: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`],
    remedy: 'Free disk space and pull again. The pull resumes.',
    cause,
  })
}

function unreadable(root: string, cause: unknown): FiqError {
  return new FiqError('UPSTREAM_UNAVAILABLE', 'index.json of the mirror cannot be read.', {
    facts: [`Folder: ${root}`],
    remedy: 'Write the mirror again.',
    cause,
  })
}
