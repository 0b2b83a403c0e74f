import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { circuitBreaker, operationOf } from '../live/circuit-breaker.ts'
import { type Exchange, type ExchangePorts, exchange } from '../live/exchange.ts'
import { codeOf, conditional, isoOrNull, mayPass, refusal, retryAfterMs } from '../live/refusals.ts'
import { tokenBuckets } from '../live/token-buckets.ts'
import { yahooSession } from '../live/yahoo-session.ts'
import { bodyDigest } from '../mirror-path.ts'
import type { UpstreamRequest } from '../transport.ts'
import type { MirrorFolder } from './mirror-folder.ts'
import type { MirrorEntry } from './mirror-index.ts'
import { type PartialFile, partialFile } from './partial-file.ts'

/** Progress of a file. `bytes` were received now; `held` of `total` are on disk. */
export type PullEvent =
  | { kind: 'bytes'; path: string; count: number; received: number; total: number | null }
  | { kind: 'fetched' | 'resumed' | 'unchanged' | 'fresh'; path: string }

export type PullPorts = Omit<ExchangePorts, 'bodyBytesMax' | 'receive'> & {
  now(): Date
  wait(ms: number): Promise<void>
  /** Stops the pull. The next one continues the partial files. */
  signal: AbortSignal
  on(event: PullEvent): void
}

/** A file to update. */
export type DownloadTarget = {
  request: UpstreamRequest
  /** Target path in the mirror. */
  path: string
  /** The complete file of an earlier pull, for a conditional request. */
  previous: MirrorEntry | undefined
  bytesMax: number
  /** Validates the received file before it replaces the old one. */
  check(part: PartialFile, response: Exchange): Promise<void>
}

const attemptsMax = 4
const backoffMs = 500

/**
 * Returns a function that updates one file of a mirror: requests it at its host's rate, writes the
 * body directly to disk, continues an interrupted transfer, and lists the file with its times and
 * checksum.
 *
 * @throws FiqError like every transport; `OUTPUT_FAILED` if the folder cannot be written
 */
export function downloads(folder: MirrorFolder, ports: PullPorts) {
  const run: Run = {
    folder,
    ports,
    nowMs: () => ports.now().getTime(),
    buckets: tokenBuckets(),
    breaker: circuitBreaker(),
    yahoo: yahooSession(),
  }
  return (target: DownloadTarget) => persist(run, target)
}

/** State shared by the requests of one pull. */
type Run = {
  folder: MirrorFolder
  ports: PullPorts
  nowMs(): number
  buckets: ReturnType<typeof tokenBuckets>
  breaker: ReturnType<typeof circuitBreaker>
  yahoo: ReturnType<typeof yahooSession>
}

/** Retries with pauses. Each attempt continues the previous transfer. */
async function persist(run: Run, target: DownloadTarget): Promise<MirrorEntry> {
  const { ports, breaker, buckets, nowMs } = run
  const { url } = target.request
  const operation = operationOf(url)
  for (let tried = 1; ; tried += 1) {
    if (ports.signal.aborted || !breaker.allows(operation, nowMs())) throw leftAlone(url)
    await ports.wait(buckets.take(url.host, nowMs(), Infinity) ?? 0)
    try {
      const entry = await attempt(run, target)
      breaker.succeeded(operation)
      return entry
    } catch (error) {
      if (codeOf(error) === 'UPSTREAM_UNAVAILABLE') breaker.failed(operation, nowMs())
      if (ports.signal.aborted || tried >= attemptsMax || !mayPass(error)) throw error
      await ports.wait(backoffMs * 2 ** (tried - 1))
    }
  }
}

async function attempt(run: Run, target: DownloadTarget): Promise<MirrorEntry> {
  const { folder, ports, buckets, nowMs } = run
  const { path, previous } = target
  const part = partialFile(join(folder.root, path))
  const range = await part.rangeHeaders()
  const conditions = range['range'] === undefined ? conditional(previous) : range
  const { response, whole } = await transfer(run, target, conditions, part)
  const { status, url } = response
  if (status === 304 && previous) {
    const still = { ...previous, checkedAt: ports.now().toISOString() }
    await folder.put(still)
    ports.on({ kind: 'unchanged', path })
    return still
  }
  if (status === 429)
    buckets.pause(url.host, nowMs() + retryAfterMs(response.headers['retry-after'], nowMs()))
  // The partial file is of another version: the next attempt starts from the beginning.
  if (status === 416 || !whole) {
    await part.discard()
    throw new FiqError('UPSTREAM_UNAVAILABLE', `${url.host} sent the rest of another file.`)
  }
  if (status !== 200 && status !== 206) throw refusal(status, url)
  return store(run, target, response, part)
}

/** One request that appends its body to the partial file; `whole` if the file is then complete. */
async function transfer(
  { ports, yahoo, buckets, nowMs }: Run,
  { request, path, bytesMax }: DownloadTarget,
  requestHeaders: Readonly<Record<string, string>>,
  part: PartialFile,
): Promise<{ response: Exchange; whole: boolean }> {
  const limits = { ...ports, bodyBytesMax: bytesMax }
  let whole = true
  const receive: ExchangePorts['receive'] = async (response, body) => {
    whole = await part.receive(response, body, {
      bytesMax,
      onBytes: (progress) => ports.on({ kind: 'bytes', path, ...progress }),
    })
  }
  const { url, headers } = await yahoo.sign(request.url, async (page, headers) => {
    await ports.wait(buckets.take(page.url.host, nowMs(), Infinity) ?? 0)
    return exchange(page, headers, ports.signal, limits)
  })
  const all = { ...headers, ...requestHeaders }
  const response = await exchange({ ...request, url }, all, ports.signal, { ...limits, receive })
  return { response, whole }
}

/** Validates the received file, moves it to its path and lists it in the index. */
async function store(
  { folder, ports }: Run,
  { request, path, check }: DownloadTarget,
  response: Exchange,
  part: PartialFile,
): Promise<MirrorEntry> {
  await check(part, response).catch(async (error: unknown) => {
    await part.discard()
    throw error
  })
  const { etag = null, 'last-modified': lastModified = null } = response.headers
  const now = ports.now().toISOString()
  const entry: MirrorEntry = {
    path,
    url: request.url.href,
    ...defined({
      bodySha256: request.method === 'POST' ? bodyDigest(request.body ?? '') : undefined,
    }),
    asOf: isoOrNull(lastModified),
    retrievedAt: now,
    checkedAt: now,
    ...(await part.finish()),
    etag,
    lastModified,
    expects: request.expects,
  }
  await folder.put(entry)
  ports.on({ kind: response.status === 206 ? 'resumed' : 'fetched', path })
  return entry
}

function leftAlone({ host }: URL): FiqError {
  return new FiqError(
    'UPSTREAM_UNAVAILABLE',
    `No more requests to ${host}: it keeps failing, or the pull was stopped.`,
  )
}
