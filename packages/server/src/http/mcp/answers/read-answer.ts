import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { createAddressTurns } from '../../../rate-limit/address-turns.ts'
import type { RequestIdentity } from '../../../rate-limit/request-gate.ts'
import type { Requests } from '../../query/answer-request.ts'
import type { ReadLarge } from '../../send-body.ts'
import type { AnswerWork } from './answer-work.ts'

type Sender = Omit<RequestIdentity, 'pays'>

/**
 * Reads a page of a bought answer. Free, and counted as a request.
 *
 * @throws FiqError `NOT_FOUND` for an answer that expired, or that another organisation bought;
 * `BAD_INPUT`.
 */
export type ReadAnswer = (
  id: string,
  request: PageRequest,
  sender: Sender,
  budget: number,
) => Promise<Page & { remainingMs: number }>

/** Creates the reader of bought answers. The calls of one address wait for each other. */
export function createReadAnswer(
  { admitReader, readLarge }: Pick<Requests, 'admitReader' | 'readLarge'>,
  work: AnswerWork,
): ReadAnswer {
  const turns = createAddressTurns({ waitingMax, refusal: tooManyPages })
  return async (id, request, sender, budget) => {
    const remainingMs = await admitReader(id, sender)
    // A page needs the whole text, which takes many times its memory.
    return turns.inTurn(sender.address, async () => {
      const page = await work.page({ text: await wholeText(id, readLarge), request, budget })
      return { ...page, remainingMs }
    })
  }
}

/** Pages of one address that wait while another one is read. */
const waitingMax = 64

function tooManyPages(): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    `${waitingMax} pages of answers for your address are already waiting.`,
  )
}

/**
 * The whole text of a large answer.
 *
 * @throws FiqError `QUERY_TOO_LARGE` for an answer that was bought over HTTP and is too large to be
 * one message.
 */
export async function wholeText(id: string, readLarge: ReadLarge): Promise<string> {
  const unpacked = createGunzip().setEncoding('utf8')
  // An error of the store ends the text, too.
  pipeline(Readable.from(readLarge(id), { objectMode: false }), unpacked, () => {})
  let text = ''
  for await (const piece of unpacked) {
    text += piece
    if (text.length > bounds.wholeCharactersMax) throw tooLarge()
  }
  return text
}

function tooLarge(): FiqError {
  const { wholeCharactersMax } = bounds
  return new FiqError('QUERY_TOO_LARGE', 'The answer is too large for one message.', {
    funds: 'spent',
    facts: [`Limit: ${wholeCharactersMax} characters`],
    remedy: 'Fetch it over HTTP with the payment or key that bought it.',
  })
}
