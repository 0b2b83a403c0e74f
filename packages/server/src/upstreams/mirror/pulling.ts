import { FiqError, hasCode } from '@fiq/shared/errors'
import { checkAnswer, refuse } from '../checked-answer.ts'
import type { Exchange } from '../live/exchange.ts'
import { bodyDigest, mirrorPath } from '../mirror-path.ts'
import type { BulkArchive, Transport, UpstreamAnswer, UpstreamRequest } from '../transport.ts'
import { unpacked } from '../unpacked.ts'
import { bulkArchives } from './bulk-archives.ts'
import { downloads, type PullPorts } from './downloads.ts'
import type { MirrorFolder } from './mirror-folder.ts'
import type { MirrorEntry } from './mirror-index.ts'
import type { PartialFile } from './partial-file.ts'
import { spoiltBody } from './whole-body.ts'
import { readZipFile } from './zip-file.ts'

/** A transport that stores each response in a mirror. */
export type PullingTransport = Transport & {
  /**
   * Updates an archive on disk. This pull then answers from it.
   *
   * @throws FiqError like every transport; `OUTPUT_FAILED` if the folder cannot be written
   */
  fetchArchive(archive: BulkArchive): Promise<void>
}

const bodyBytesMax = 2 ** 30
const archiveBytesMax = 2 ** 35

/**
 * Fetches from the real upstreams and stores every complete response in a mirror under its address,
 * with time and checksum. Requests for stored files are conditional.
 *
 * @param freshMs files checked within this time are not requested again
 * @throws FiqError like every transport; `OUTPUT_FAILED` if the folder cannot be written
 */
export function pullingTransport(
  folder: MirrorFolder,
  { freshMs, ...ports }: PullPorts & { freshMs: number },
): PullingTransport {
  const download = downloads(folder, ports)
  const archives = bulkArchives(folder.root)
  const flights = new Map<string, Promise<UpstreamAnswer>>()
  /** Files that this pull has updated or confirmed. */
  const settled = new Set<string>()
  const absent = new Map<string, FiqError>()

  const isFresh = (entry: MirrorEntry, path: string) =>
    settled.has(path) || Date.parse(entry.checkedAt ?? '') > ports.now().getTime() - freshMs
  const settle = (path: string, fresh: boolean) => {
    if (fresh && !settled.has(path)) ports.on({ kind: 'fresh', path })
    settled.add(path)
  }

  const fetchBody = async (request: UpstreamRequest, path: string): Promise<UpstreamAnswer> => {
    const indexed = folder.entryOf(path)
    const stored = indexed && (await folder.read(indexed))
    const fresh = indexed !== undefined && stored !== undefined && isFresh(indexed, path)
    let received = stored
    const check = async (part: PartialFile, response: Exchange) => {
      received = await checkedBody(request, response, part)
    }
    const target = { request, path, previous: stored && indexed, bytesMax: bodyBytesMax, check }
    const entry = fresh ? indexed : await download(target)
    settle(path, fresh)
    return answerOf(entry, received!, request)
  }

  return {
    mode: 'live',
    async fetch(request) {
      const path = pathOf(request)
      const archive = await archives.holding(request.url)
      if (archive && settled.has(archive.path)) {
        const body = await archive.read()
        if (body) return answerOf(folder.entryOf(archive.path)!, body, request)
        throw new FiqError('NOT_FOUND', `${archive.path} does not hold ${path}.`)
      }
      const missing = absent.get(path)
      if (missing) throw missing
      const flight =
        flights.get(path) ?? fetchBody(request, path).finally(() => flights.delete(path))
      flights.set(path, flight)
      return flight.catch((error: unknown) => {
        if (hasCode(error, 'NOT_FOUND')) absent.set(path, error)
        throw error
      })
    },
    async fetchArchive({ request }) {
      const path = pathOf(request)
      const indexed = folder.entryOf(path)
      const previous = indexed && (await folder.holds(indexed)) ? indexed : undefined
      const fresh = previous !== undefined && isFresh(previous, path)
      const check = (part: PartialFile) => checkArchive(request.url, part)
      if (!fresh) await download({ request, path, previous, bytesMax: archiveBytesMax, check })
      settle(path, fresh)
    },
  }
}

/**
 * Path of a response. That of a POST is stored beside those of GETs, under the digest of the
 * request.
 */
function pathOf({ url, method, body }: UpstreamRequest): string {
  if (method !== 'POST') return mirrorPath(url)
  return mirrorPath(new URL(`${url.href}${url.search === '' ? '?' : '&'}${bodyDigest(body ?? '')}`))
}

function answerOf({ asOf, retrievedAt }: MirrorEntry, body: Uint8Array, request: UpstreamRequest) {
  checkAnswer(request, null, body)
  return { body, mode: 'live' as const, asOf, retrievedAt }
}

async function checkedBody(
  { url, expects }: UpstreamRequest,
  { headers }: Exchange,
  part: PartialFile,
): Promise<Uint8Array> {
  const { body: bytes, encoding } = await part.read()
  const body = await unpacked(bytes, encoding, bodyBytesMax, url)
  checkAnswer({ url, expects }, headers['content-type'] ?? null, body)
  const spoilt = spoiltBody(expects, body)
  return spoilt ? refuse(url, `a file that is ${spoilt.what}`) : body
}

/** Checks that an archive is complete: its directory is at the end. */
async function checkArchive(url: URL, { path }: PartialFile): Promise<void> {
  await readZipFile(path).catch((cause: unknown) =>
    refuse(url, 'no archive, or one that is cut short', { cause }),
  )
}
