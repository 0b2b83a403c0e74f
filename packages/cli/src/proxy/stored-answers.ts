import { randomBytes } from 'node:crypto'
import { type Page, type PageRequest, readPage } from '@fiq/shared/answers/read-page'
import { FiqError } from '@fiq/shared/errors'
import { answerRetentionMs } from '../payment/journal/answer-retention.ts'
import type { Database } from '../payment/journal/open-database.ts'
import { cleaned } from './cleaned.ts'
import type { GatewayAnswer } from './gateway.ts'

/** Bytes in memory of answers that the journal does not hold for their caller. */
const memoryBytesMax = 67_108_864
/** How long these are kept. */
const memoryRetentionMs = 3_600_000

/** Answers that were too large for their result, each for the client that asked for it. */
export type StoredAnswers = {
  /** @returns Where the answer can be read again; `undefined` where there is no room to keep it. */
  store(answer: GatewayAnswer, client: string): { id: string; expires: string } | undefined
  /** @returns The JSON of the whole. @throws FiqError `NOT_FOUND` */
  whole(id: string, client: string): string
  /** @throws FiqError `NOT_FOUND`, `BAD_INPUT` */
  page(
    id: string,
    client: string,
    request: PageRequest,
    budget: number,
  ): Page & { remainingMs: number }
}

type Stored = { client: string; body: string; until: number }

/**
 * Bought answers are in the journal. Others are in memory: they are free, of another client's
 * purchase, or bought with credits. Nothing is dropped before its time: a full memory keeps no more.
 */
export function createStoredAnswers(database: Database, now: () => number): StoredAnswers {
  const memory = new Map<string, Stored>()
  const sizeOfMemory = () => {
    for (const [id, { until }] of memory) if (until <= now()) memory.delete(id)
    return [...memory.values()].reduce((sum, { body }) => sum + body.length, 0)
  }
  const find = (id: string, client: string): Stored | undefined => {
    const kept = memory.get(id) ?? inJournal(database, id, now())
    return kept && kept.client === client && kept.until > now() ? kept : undefined
  }
  const held = (id: string, client: string): Stored => {
    const kept = find(id, client)
    if (kept) return kept
    throw new FiqError('NOT_FOUND', `No answer ${id} is kept for this client.`, {
      remedy: 'Its time may be over. Send the call again: that is a new purchase.',
    })
  }
  return {
    store({ purchase, from, body }, client) {
      const bought = from === 'shared' ? undefined : purchase?.id.slice(2, 2 + idLength)
      const known = bought === undefined ? undefined : find(bought, client)
      if (bought !== undefined && known) return { id: bought, expires: isoOf(known.until) }
      if (sizeOfMemory() + body.length > memoryBytesMax) return undefined
      const id = randomBytes(idLength / 2).toString('hex')
      const until = now() + memoryRetentionMs
      memory.set(id, { client, body, until })
      return { id, expires: isoOf(until) }
    },
    whole: (id, client) => cleanedText(held(id, client).body),
    page(id, client, request, budget) {
      const { body, until } = held(id, client)
      return { ...readPage(cleanedText(body), request, budget), remainingMs: until - now() }
    },
  }
}

/** Without the characters that no reader sees. */
function cleanedText(body: string): string {
  return JSON.stringify(cleaned(JSON.parse(body)))
}

/** Hexadecimal digits of an id: 128 random bits, the first of the purchase's own. */
const idLength = 32

function inJournal(database: Database, id: string, now: number): Stored | undefined {
  const row = database.row(
    `SELECT client, answer, delivered_at FROM purchases
     WHERE id >= ? AND id < ? AND answer IS NOT NULL AND client IS NOT NULL`,
    `0x${id}`,
    `0x${id}g`,
  )
  if (!row) return undefined
  const answer = String(row['answer'])
  const { body } = JSON.parse(answer) as { body: string }
  const since = row['delivered_at'] === null ? now : Number(row['delivered_at'])
  return { client: String(row['client']), body, until: since + answerRetentionMs(answer.length) }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
