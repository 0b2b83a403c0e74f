import { randomBytes } from 'node:crypto'
import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import { FiqError } from '@fiq/shared/errors'
import { answerRetentionMs, largeRetentionMs } from '../../payment/journal/answer-retention.ts'
import type { Database } from '../../payment/journal/open-database.ts'
import type { AnswerWork } from './answer-work.ts'
import type { GatewayAnswer } from './gateway-answer.ts'
import type { StoredText } from './run-order.ts'
import type { StoredAt } from './tool-result.ts'

/** Maximum bytes in memory of answers that the journal does not store for their caller. */
const memoryBytesMax = 67_108_864
/** Storage time of answers in memory. */
const memoryRetentionMs = 3_600_000

/** Answers that were too large for their result, each for the client that requested it. */
export type StoredAnswers = {
  /** @returns Where the answer can be read again; `undefined` if there is no space to store it. */
  store(
    answer: Pick<GatewayAnswer, 'purchase' | 'charge' | 'from' | 'body'>,
    client: string,
  ): StoredAt | undefined
  /** @returns The JSON of the whole answer. @throws FiqError `NOT_FOUND` */
  whole(id: string, client: string): Promise<string>
  /** @throws FiqError `NOT_FOUND`, `BAD_INPUT` */
  page(
    id: string,
    client: string,
    request: PageRequest,
    budget: number,
  ): Promise<Page & { remainingMs: number }>
}

type Stored = StoredText & { client: string; until: number }

/**
 * Stores answers. Bought ones are in the journal. Others are in memory: they are free, or of another
 * client's purchase. None is dropped before its time: a full memory stores
 * no more.
 */
export function createStoredAnswers(
  database: Database,
  work: Pick<AnswerWork, 'whole' | 'page'>,
  now: () => number,
): StoredAnswers {
  const memory = new Map<string, Stored>()
  const sizeOfMemory = () => {
    for (const [id, { until }] of memory) if (until <= now()) memory.delete(id)
    return [...memory.values()].reduce((sum, { text }) => sum + text.length, 0)
  }
  const find = (id: string, client: string): Stored | undefined => {
    const stored = memory.get(id) ?? inJournal(database, id, now()) ?? onCredits(database, id)
    return stored && stored.client === client && stored.until > now() ? stored : undefined
  }
  const require = (id: string, client: string): Stored => {
    const stored = find(id, client)
    if (stored) return stored
    throw new FiqError('NOT_FOUND', `There is no stored answer ${id} for this client.`, {
      remedy: 'It may have expired. Send the call again: that is a new purchase.',
    })
  }
  return {
    store({ purchase, charge, from, body }, client) {
      const bought = from === 'shared' ? undefined : (charge ?? purchase?.id.slice(2, 2 + idLength))
      const known = bought === undefined ? undefined : find(bought, client)
      if (bought !== undefined && known) return { id: bought, expires: isoOf(known.until) }
      if (sizeOfMemory() + body.length > memoryBytesMax) return undefined
      const id = randomBytes(idLength / 2).toString('hex')
      const until = now() + memoryRetentionMs
      memory.set(id, { client, text: body, isJournal: false, until })
      return { id, expires: isoOf(until) }
    },
    whole: async (id, client) => {
      const { text, isJournal } = require(id, client)
      return work.whole({ text, isJournal })
    },
    async page(id, client, request, budget) {
      const { until, text, isJournal } = require(id, client)
      const page = await work.page({ text, isJournal }, request, budget)
      return { ...page, remainingMs: until - now() }
    },
  }
}

/** Hexadecimal digits of an id: 128 random bits, the beginning of the purchase's own id. */
const idLength = 32

function inJournal(database: Database, id: string, now: number): Stored | undefined {
  const row = database.row(
    `SELECT client, answer, delivered_at FROM purchases
     WHERE id >= ? AND id < ? AND answer IS NOT NULL AND client IS NOT NULL`,
    `0x${id}`,
    `0x${id}g`,
  )
  if (!row) return undefined
  const text = String(row['answer'])
  const since = row['delivered_at'] === null ? now : Number(row['delivered_at'])
  const until = since + answerRetentionMs(text)
  return { client: String(row['client']), text, isJournal: true, until }
}

function onCredits(database: Database, id: string): Stored | undefined {
  const row = database.row(
    'SELECT client, answer, at FROM credit_charges WHERE id = ? AND answer IS NOT NULL',
    id,
  )
  if (!row) return undefined
  const until = Number(row['at']) + largeRetentionMs
  return { client: String(row['client']), text: String(row['answer']), isJournal: true, until }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
