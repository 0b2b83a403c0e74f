import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod'
import type { Redis } from '../redis/open-redis.ts'
import type { CachedAnswer, SharedAnswers } from './caching.ts'
import type { Mode } from './transport.ts'

export type SharedAnswersPorts = {
  redis: Redis
  /** Mode of the responses. One mode never uses the responses of another. */
  mode: Mode
  nowMs(): number
  wait(ms: number): Promise<void>
  limits?: Partial<SharedAnswersLimits>
}

export type SharedAnswersLimits = {
  /**
   * Maximum bytes of a shared response, compressed. A larger one stays in the instance that fetched
   * it.
   */
  answerBytesMax: number
  /** Time until the lock of a fetch expires unless renewed, so that the lock of a stopped instance is released. */
  turnMs: number
  /** Maximum wait for the response of another instance. Then this instance fetches it itself. */
  waitMaxMs: number
  bulkWaitMaxMs: number
  lookEveryMs: number
}

const defaultLimits: SharedAnswersLimits = {
  answerBytesMax: 8 * 2 ** 20,
  turnMs: 2_000,
  waitMaxMs: 3_000,
  bulkWaitMaxMs: 15_000,
  lookEveryMs: 25,
}

/**
 * Shares responses of sources with other instances through Redis: one instance fetches from the
 * source, and the others wait a limited time for the response before they fetch it themselves.
 * Failures are not shared: each waiting instance fetches by itself.
 *
 * If Redis or its value is faulty, the instance fetches from the source as if there were no Redis.
 */
export function sharedAnswers(ports: SharedAnswersPorts): SharedAnswers {
  const limits = { ...defaultLimits, ...ports.limits }
  const nameOf = (key: string) =>
    `fiq:answer:${ports.mode}:${createHash('sha256').update(key).digest('hex')}`
  const obtain: SharedAnswers['obtain'] = async (key, request, load) => {
    const name = nameOf(key)
    const deadline = ports.nowMs() + (request.bulk ? limits.bulkWaitMaxMs : limits.waitMaxMs)
    const turn = randomUUID()
    for (;;) {
      const state = await lookOrBegin(ports, name, turn, limits.turnMs)
      if (state instanceof Buffer) {
        const shared = await unpackAnswer(state, key)
        return shared && ports.nowMs() < shared.until ? shared : load()
      }
      if (state === 'ours') return loadForAll({ ...ports, limits }, { name, key, turn }, load)
      if (state === undefined || ports.nowMs() >= deadline) return load()
      await ports.wait(limits.lookEveryMs)
    }
  }
  const forget = (key: string) => void ports.redis.call((client) => client.del(nameOf(key)))
  return { obtain, forget }
}

const renewScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
`
const endScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`

type Look = Buffer | 'ours' | 'taken' | undefined

/** The stored response, or the lock of the fetch, which one instance gets. */
function lookOrBegin(
  { redis }: SharedAnswersPorts,
  name: string,
  turn: string,
  turnMs: number,
): Promise<Look> {
  return redis.call(async (client) => {
    const packed = await client.getBuffer(name)
    if (packed) return packed
    if ((await client.set(turnOf(name), turn, 'PX', turnMs, 'NX')) === null) return 'taken'
    // The former holder may have released the lock in between.
    return (await client.getBuffer(name)) ?? 'ours'
  })
}

async function loadForAll(
  { redis, nowMs, limits }: SharedAnswersPorts & { limits: SharedAnswersLimits },
  { name, key, turn }: { name: string; key: string; turn: string },
  load: () => Promise<CachedAnswer>,
): Promise<CachedAnswer> {
  const { turnMs, answerBytesMax } = limits
  const turnName = turnOf(name)
  const renew = () => redis.call((client) => client.eval(renewScript, 1, turnName, turn, turnMs))
  const renewing = setInterval(() => void renew(), turnMs / 3).unref()
  try {
    const loaded = await load()
    const bytes = await packAnswer(loaded, key)
    const lifeMs = Math.floor(loaded.until - nowMs())
    if (bytes.length <= answerBytesMax && lifeMs > 0)
      await redis.call((client) => client.set(name, bytes, 'PX', lifeMs))
    return loaded
  } finally {
    clearInterval(renewing)
    await redis.call((client) => client.eval(endScript, 1, turnName, turn))
  }
}

function turnOf(name: string): string {
  return `${name}:turn`
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Maximum decoded size: the bound of any source. */
const bodyBytesMax = 256 * 2 ** 20

/** Serialises a response: one line with its metadata, then the compressed body. */
export async function packAnswer({ answer, until }: CachedAnswer, key: string): Promise<Buffer> {
  const { body, ...rest } = answer
  const line = `${JSON.stringify({ key, until, length: body.length, ...rest })}\n`
  return Buffer.concat([Buffer.from(line), await compress(body)])
}

/**
 * Restores the response; `undefined` if the bytes belong to another key, or are damaged or
 * truncated.
 */
export async function unpackAnswer(bytes: Buffer, key: string): Promise<CachedAnswer | undefined> {
  try {
    const end = bytes.indexOf(0x0a)
    const head = headSchema.parse(JSON.parse(bytes.subarray(0, end).toString()))
    if (head.key !== key) return undefined
    const body = await decompress(bytes.subarray(end + 1), { maxOutputLength: bodyBytesMax })
    if (body.length !== head.length) return undefined
    const { mode, asOf, retrievedAt, until } = head
    return { answer: { body, mode, asOf, retrievedAt }, until }
  } catch {
    return undefined
  }
}

const headSchema = z.object({
  key: z.string(),
  until: z.number(),
  length: z.number(),
  mode: z.enum(['live', 'mirror', 'sandbox', 'recorded', 'files']),
  asOf: z.string().nullable(),
  retrievedAt: z.string(),
})
