import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { checkAnswer } from '../checked-answer.ts'
import { bodyDigest, mirrorPath } from '../mirror-path.ts'
import type { Transport, UpstreamAnswer, UpstreamRequest } from '../transport.ts'
import { unpack } from '../unpacked.ts'
import { type BulkArchives, bulkArchives } from './bulk-archives.ts'
import { type MirrorEntry, readMirrorIndex } from './mirror-index.ts'

/** Maximum bytes of one uncompressed file. */
const bodyBytesMax = 2 ** 30

/** Maximum concurrent reads: thousands of queries at once would load as many files into memory. */
const filesAtOnceMax = 16

/**
 * Answers from a folder of upstream files: `HOST/PATH[%3FQUERY][.gz]`. It never invents a value: a
 * missing file is `NOT_FOUND`, or `UPSTREAM_UNAVAILABLE` if the folder has no file of the host.
 * Each request reads its file, and the index if it changed. So new files are used at once, and a
 * pull may run beside a server.
 *
 * @param folder as the operator wrote it
 */
export function mirrorTransport(folder: string): Transport {
  const root = resolve(folder)
  const archives = bulkArchives(root)
  const turn = someAtATime(filesAtOnceMax)
  let index: { version: number; entries: Promise<Entries> } | undefined
  return {
    mode: 'mirror',
    async fetch(request) {
      const stats = await stat(inside(root, 'index.json')).catch(undefinedIfAbsent)
      const version = stats?.mtimeMs ?? 0
      if (index?.version !== version) index = { version, entries: entriesOf(root) }
      const entries = await index.entries.catch((error) => {
        index = undefined
        throw error
      })
      return turn(() => readAnswer({ root, archives }, entries, request))
    },
  }
}

async function readAnswer(
  { root, archives }: { root: string; archives: BulkArchives },
  entries: Entries,
  request: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const path = pathOf(entries, request)
  if (path === undefined) throw await absent(root, request.url)
  const own = withTimes(await readPlainOrPacked(inside(root, path)), entries.get(path))
  const archive = await archives.holding(request.url)
  const common = withTimes(archive, archive && entries.get(archive.path))
  const body = common && isNewer(common, own) ? await common.read() : undefined
  const file = common && body ? { ...common, body } : own
  if (file === undefined) throw await absent(root, request.url, archive?.path)
  const { asOf, retrievedAt } = file
  checkAnswer(request, null, file.body)
  return { body: file.body, mode: 'mirror', asOf, retrievedAt }
}

/** Whether an archive was received after a single file, and is therefore newer. */
function isNewer(archive: Times, own: Times | undefined): boolean {
  return own === undefined || Date.parse(archive.retrievedAt) > Date.parse(own.retrievedAt)
}

type Times = Pick<UpstreamAnswer, 'asOf' | 'retrievedAt'>

/** A file with its listed times, or with its modification time if it is not listed. */
function withTimes<file extends { modifiedAt: string }>(
  file: file | undefined,
  entry: MirrorEntry | undefined,
): (file & Times) | undefined {
  if (file === undefined) return undefined
  const { modifiedAt } = file
  const { asOf, retrievedAt } = entry ?? { asOf: modifiedAt, retrievedAt: modifiedAt }
  return { ...file, asOf, retrievedAt }
}

function pathOf(entries: Entries, { url, method, body }: UpstreamRequest): string | undefined {
  if (method !== 'POST') return mirrorPath(url)
  return entries.get(postKey(url.href, bodyDigest(body ?? '')))?.path
}

const postKey = (url: string, digest: string) => `POST ${url} ${digest}`

/** Entries by path, and by {@link postKey} for the responses of POSTs. */
type Entries = ReadonlyMap<string, MirrorEntry>

async function entriesOf(root: string): Promise<Entries> {
  const entries = new Map<string, MirrorEntry>()
  for (const entry of (await readMirrorIndex(root)).entries) {
    entries.set(entry.path, entry)
    if (entry.bodySha256) entries.set(postKey(entry.url, entry.bodySha256), entry)
  }
  return entries
}

type MirrorFile = { body: Uint8Array; modifiedAt: string }

async function readPlainOrPacked(path: string): Promise<MirrorFile | undefined> {
  const plain = await readIfPresent(path)
  if (plain) return plain
  const packed = await readIfPresent(`${path}.gz`)
  if (!packed) return undefined
  try {
    const body = await unpack(packed.body, { maxOutputLength: bodyBytesMax })
    return { ...packed, body }
  } catch (cause) {
    throw new FiqError('UPSTREAM_CHANGED', 'A packed file of the mirror is damaged.', {
      facts: [`File: ${path}.gz`],
      cause,
    })
  }
}

async function readIfPresent(path: string): Promise<MirrorFile | undefined> {
  try {
    const [body, stats] = await Promise.all([readFile(path), stat(path)])
    return { body, modifiedAt: stats.mtime.toISOString() }
  } catch (error) {
    return undefinedIfAbsent(error)
  }
}

/**
 * Treats a folder at the path of a file as a missing file. Other errors are reported to the
 * operator.
 */
function undefinedIfAbsent(error: unknown): undefined {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(code)) return undefined
  throw new FiqError('UPSTREAM_UNAVAILABLE', 'A file of the mirror cannot be read.', {
    facts: [`Reason: ${code}`],
    cause: error,
  })
}

function inside(root: string, path: string): string {
  const full = resolve(root, path)
  if (!full.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new FiqError('NOT_FOUND', 'The mirror reads only files inside its folder.')
  return full
}

/** @param archive an archive that should contain the file but does not */
async function absent(root: string, url: URL, archive?: string): Promise<FiqError> {
  const known = await stat(inside(root, url.hostname)).catch(undefinedIfAbsent)
  const detail = {
    facts: [
      `Address: ${url.host}${url.pathname}`,
      `File: ${mirrorPath(url)}`,
      ...(archive === undefined ? [] : [`Archive: ${archive}`]),
    ],
    remedy: 'Ask the operator to add the file to the mirror.',
  }
  return known === undefined && archive === undefined
    ? new FiqError('UPSTREAM_UNAVAILABLE', `The mirror holds nothing of ${url.host}.`, detail)
    : new FiqError('NOT_FOUND', `The mirror holds no such file of ${url.host}.`, detail)
}

/**
 * Limits concurrent runs to `atOnce`. Others wait in order.
 *
 * @example const turn = someAtATime(16); await turn(() => readFile(path))
 */
export function someAtATime(atOnce: number): <value>(run: () => Promise<value>) => Promise<value> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (run) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
