import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { checkAnswer, refuse } from '../checked-answer.ts'
import { circuitBreaker, operationOf } from '../live/circuit-breaker.ts'
import { type Exchange, type ExchangePorts, exchange } from '../live/exchange.ts'
import { isoOrNull, refusal, retryAfterMs } from '../live/refusals.ts'
import { tokenBuckets } from '../live/token-buckets.ts'
import { yahooSession } from '../live/yahoo-session.ts'
import { bodyDigest, mirrorPath } from '../mirror-path.ts'
import type { Transport, UpstreamAnswer, UpstreamRequest } from '../transport.ts'
import type { MirrorFolder } from './mirror-folder.ts'
import type { MirrorEntry } from './mirror-index.ts'
import { type PartialFile, partialFile } from './partial-file.ts'
import { spoiltBody } from './whole-body.ts'

/** What happened to a file. `bytes` are those that came over the wire, as they come. */
export type PullEvent =
  | { kind: 'bytes'; count: number }
  | { kind: 'fetched' | 'resumed' | 'unchanged' | 'fresh'; path: string }

export type PullPorts = Omit<ExchangePorts, 'bodyBytesMax' | 'receive'> & {
  now(): Date
  wait(ms: number): Promise<void>
  /** Stops the pull; what was received so far is gone on with by the next one. */
  signal: AbortSignal
  /** Files checked less than so long ago are not asked for again. */
  freshMs: number
  on(event: PullEvent): void
}

/** Largest file, and how often one is tried; a broken transfer goes on where it stopped. */
const limits = { bodyBytesMax: 2 ** 30, attemptsMax: 4 }
const backoffMs = 500

/**
 * Asks the real upstreams as the live transport does, at each host's rate but with all the patience
 * that takes, and keeps every answer in a mirror: in full, under its address, listed with its time
 * and checksum. What is held is asked for conditionally.
 *
 * @throws FiqError as every transport
 */
export function pullingTransport(folder: MirrorFolder, ports: PullPorts): Transport {
  const run: Run = {
    ...{ folder, ports, nowMs: () => ports.now().getTime() },
    ...{ buckets: tokenBuckets(), breaker: circuitBreaker(), yahoo: yahooSession() },
  }
  const flights = new Map<string, Promise<UpstreamAnswer>>()
  const settled = new Set<string>()
  const absent = new Map<string, FiqError>()
  return {
    mode: 'live',
    async fetch(request) {
      const path = pathOf(request)
      const gone = absent.get(path)
      if (gone) throw gone
      const known = folder.entryOf(path)
      const fresh = settled.has(path) || isFresh(known, run.nowMs() - ports.freshMs)
      const held = fresh && known ? await folder.read(known) : undefined
      if (known && held) {
        if (!settled.has(path)) ports.on({ kind: 'fresh', path })
        settled.add(path)
        return answerOf(known, held, request)
      }
      const flight =
        flights.get(path) ?? persist(run, request, path).finally(() => flights.delete(path))
      flights.set(path, flight)
      try {
        const answer = await flight
        settled.add(path)
        return answer
      } catch (error) {
        if (error instanceof FiqError && error.code === 'NOT_FOUND') absent.set(path, error)
        throw error
      }
    },
  }
}

/** What all requests of one pull share. */
type Run = {
  folder: MirrorFolder
  ports: PullPorts
  nowMs(): number
  buckets: ReturnType<typeof tokenBuckets>
  breaker: ReturnType<typeof circuitBreaker>
  yahoo: ReturnType<typeof yahooSession>
}

/** Attempts with pauses between; one that broke off is gone on with by the next. */
async function persist(run: Run, request: UpstreamRequest, path: string): Promise<UpstreamAnswer> {
  const { ports, breaker, buckets, nowMs } = run
  const operation = operationOf(request.url)
  for (let tried = 1; ; tried += 1) {
    if (ports.signal.aborted || !breaker.allows(operation, nowMs())) throw leftAlone(request.url)
    await ports.wait(buckets.take(request.url.host, nowMs(), Infinity) ?? 0)
    try {
      const answer = await attempt(run, request, path)
      breaker.succeeded(operation)
      return answer
    } catch (error) {
      if (codeOf(error) === 'UPSTREAM_UNAVAILABLE') breaker.failed(operation, nowMs())
      if (ports.signal.aborted || tried >= limits.attemptsMax || !mayPass(error)) throw error
      await ports.wait(backoffMs * 2 ** (tried - 1))
    }
  }
}

async function attempt(run: Run, request: UpstreamRequest, path: string): Promise<UpstreamAnswer> {
  const { folder, ports, buckets, nowMs } = run
  const part = partialFile(join(folder.root, path))
  const known = folder.entryOf(path)
  const held = known && (await folder.read(known))
  const range = await part.rangeHeaders()
  const ask = range['range'] !== undefined ? range : held && known ? conditional(known) : {}
  const { came, whole } = await transfer(run, request, ask, part)
  const { status, url } = came
  if (status === 304 && held && known) {
    const still = { ...known, checkedAt: ports.now().toISOString() }
    await folder.put(still)
    ports.on({ kind: 'unchanged', path })
    return answerOf(still, held, request)
  }
  if (status === 429)
    buckets.pause(url.host, nowMs() + retryAfterMs(came.headers['retry-after'], nowMs()))
  // The rest of another file, or of none: the next attempt starts anew.
  if (status === 416 || !whole) {
    await part.discard()
    throw new FiqError('UPSTREAM_UNAVAILABLE', `${url.host} sent the rest of another file.`)
  }
  if (status !== 200 && status !== 206) throw refusal(status, url)
  return keep(run, request, path, came, part)
}

/** One exchange whose body goes into the partial file; `whole` when it is complete there. */
async function transfer(
  { ports, yahoo }: Run,
  request: UpstreamRequest,
  ask: Readonly<Record<string, string>>,
  part: PartialFile,
): Promise<{ came: Exchange; whole: boolean }> {
  const { bodyBytesMax } = limits
  let whole = true
  const receive: ExchangePorts['receive'] = async (came, body) => {
    const onBytes = (count: number) => ports.on({ kind: 'bytes', count })
    whole = await part.receive(came, body, { bytesMax: bodyBytesMax, onBytes })
  }
  const { url, headers } = await yahoo.sign(request.url, (url, headers) =>
    exchange({ url, expects: 'text' }, headers, ports.signal, { ...ports, bodyBytesMax }),
  )
  const all = { ...headers, ...ask }
  const sink = { ...ports, bodyBytesMax, receive }
  const came = await exchange({ ...request, url }, all, ports.signal, sink)
  return { came, whole }
}

/** Checks what was received, and puts it in its place and on the list. */
async function keep(
  { folder, ports }: Run,
  request: UpstreamRequest,
  path: string,
  { status, headers }: Exchange,
  part: PartialFile,
): Promise<UpstreamAnswer> {
  const body = await checkedBody(request, headers, part).catch(async (error: unknown) => {
    await part.discard()
    throw error
  })
  const { etag = null, 'last-modified': lastModified = null } = headers
  const now = ports.now().toISOString()
  const entry: MirrorEntry = {
    path,
    url: request.url.href,
    ...(request.method === 'POST' && { bodySha256: bodyDigest(request.body ?? '') }),
    asOf: isoOrNull(lastModified),
    retrievedAt: now,
    checkedAt: now,
    ...(await part.finish()),
    etag,
    lastModified,
    expects: request.expects,
  }
  await folder.put(entry)
  ports.on({ kind: status === 206 ? 'resumed' : 'fetched', path })
  return answerOf(entry, body, request)
}

/** Answers of POSTs lie beside those of GETs, told apart by what was asked. */
function pathOf({ url, method, body }: UpstreamRequest): string {
  if (method !== 'POST') return mirrorPath(url)
  return mirrorPath(new URL(`${url.href}${url.search === '' ? '?' : '&'}${bodyDigest(body ?? '')}`))
}

function isFresh(entry: MirrorEntry | undefined, sinceMs: number): boolean {
  return entry?.checkedAt !== undefined && Date.parse(entry.checkedAt) > sinceMs
}

function conditional({ etag, lastModified }: MirrorEntry): Record<string, string> {
  return {
    ...(etag != null && { 'if-none-match': etag }),
    ...(lastModified != null && { 'if-modified-since': lastModified }),
  }
}

function answerOf({ asOf, retrievedAt }: MirrorEntry, body: Uint8Array, request: UpstreamRequest) {
  checkAnswer(request, null, body)
  return { body, mode: 'live' as const, asOf, retrievedAt }
}

const unpack = promisify(gunzip) as (
  body: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array>

async function checkedBody(
  request: UpstreamRequest,
  headers: Exchange['headers'],
  part: PartialFile,
): Promise<Uint8Array> {
  const { body: bytes, encoding } = await part.read()
  if (encoding !== 'gzip' && encoding !== 'identity')
    refuse(request.url, `an encoding nobody asked for: ${encoding.slice(0, 20)}`)
  const body =
    encoding === 'gzip'
      ? await unpack(bytes, { maxOutputLength: limits.bodyBytesMax }).catch((cause: unknown) =>
          refuse(request.url, 'a packed body that is damaged or too large', { cause }),
        )
      : bytes
  checkAnswer(request, headers['content-type'] ?? null, body)
  const spoilt = spoiltBody(request.expects, body)
  return spoilt ? refuse(request.url, `a file that is ${spoilt.what}`) : body
}

const codeOf = (error: unknown) => (error instanceof FiqError ? error.code : 'INTERNAL')

function mayPass(error: unknown): boolean {
  return codeOf(error) === 'UPSTREAM_UNAVAILABLE' || codeOf(error) === 'UPSTREAM_RATE_LIMITED'
}

function leftAlone({ host }: URL): FiqError {
  return new FiqError(
    'UPSTREAM_UNAVAILABLE',
    `${host} is left alone: it keeps failing, or the pull was stopped.`,
  )
}
