import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import type { RequestIdentity } from '../../../rate-limit/request-gate.ts'
import type { Requests } from '../../query/answer-request.ts'
import type { ReadLarge } from '../../send-body.ts'
import type { AnswerWork } from './answer-work.ts'

type Sender = Omit<RequestIdentity, 'pays'>

/**
 * Reads a page of an answer that was bought. Free, and counted as a request.
 *
 * @throws FiqError `NOT_FOUND` for an answer that expired, or that another organisation bought;
 *   `BAD_INPUT`.
 */
export type ReadAnswer = (
  id: string,
  request: PageRequest,
  sender: Sender,
  budget: number,
) => Promise<Page & { remainingMs: number }>

export function createReadAnswer(
  { admitReader, readLarge }: Pick<Requests, 'admitReader' | 'readLarge'>,
  work: AnswerWork,
): ReadAnswer {
  return async (id, request, sender, budget) => {
    const remainingMs = await admitReader(id, sender)
    const page = await work.page({ text: await wholeText(id, readLarge), request, budget })
    return { ...page, remainingMs }
  }
}

/** The whole text of a large answer. */
export function wholeText(id: string, readLarge: ReadLarge): Promise<string> {
  return text(Readable.from(readLarge(id), { objectMode: false }).pipe(createGunzip()))
}
