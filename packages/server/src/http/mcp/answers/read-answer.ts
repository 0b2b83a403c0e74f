import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import { answerUri } from '@fiq/shared/answers/summarise'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
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

export const idPattern = /^[0-9a-f]{32}$/

/**
 * Reads what names a page: the parameters of an address, or the input of the tool `answer`.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function pageRequestOf(given: Readonly<Record<string, unknown>>): PageRequest {
  const { table, from, rows, columns, format } = given
  const names = typeof columns === 'string' ? columns.split(',') : columns
  if (table !== undefined && typeof table !== 'string')
    throw malformed('table', 'the path of a table')
  if (
    names !== undefined &&
    !(Array.isArray(names) && names.every((name) => typeof name === 'string'))
  )
    throw malformed('columns', 'names of columns')
  if (format !== undefined && format !== 'json' && format !== 'csv')
    throw malformed('format', 'json or csv')
  if (format === 'csv' && table === undefined) throw malformed('format', 'csv for a table only')
  return defined({
    table,
    from: wholeNumber('from', from),
    rows: wholeNumber('rows', rows),
    columns: names as readonly string[] | undefined,
    format,
  }) as PageRequest
}

function wholeNumber(name: string, given: unknown): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (given !== '' && Number.isSafeInteger(number) && number >= 0) return number
  throw malformed(name, 'a whole number from 0')
}

function malformed(name: string, expected: string): FiqError {
  return new FiqError('BAD_INPUT', `${name} has to be ${expected}.`)
}

/** @returns Id and page of a `fiq://answer/…` URI; `undefined` for another URI. @throws FiqError */
export function readUri(uri: string): { id: string; request: PageRequest } | undefined {
  if (!uri.startsWith(answerUri('')) || !URL.canParse(uri)) return undefined
  const { pathname, searchParams } = new URL(uri)
  const id = pathname.slice(1)
  if (!idPattern.test(id)) return undefined
  return { id, request: pageRequestOf(Object.fromEntries(searchParams)) }
}

/** The URI of the page that begins at `next`. */
export function nextUri(id: string, request: PageRequest, next: number): string {
  const entries = Object.entries({ ...request, from: next }).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return `${answerUri(id)}?${new URLSearchParams(entries)}`
}
