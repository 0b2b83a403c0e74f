import { isLarge, jsonPieces } from '../../execution/json-pieces.ts'
import type { AnswerOwner, LargeAnswers } from '../../storage/payments/large-answers.ts'

/** Ports for storing a body. */
export type BodyStorage = {
  large: Pick<LargeAnswers, 'store'>
  /** Maximum bytes of a body in the row of its payment. */
  rowBytesMax: number
  nowMs(): number
}

/**
 * Stores the body of a paid answer: as its JSON, or as a reference if it is large. A large body is
 * never in memory as a whole: its pieces are compressed and stored while the next ones are written.
 */
export async function storeBody(
  value: object,
  owner: AnswerOwner,
  { large, rowBytesMax, nowMs }: BodyStorage,
): Promise<string> {
  const pieces = isLarge(value) ? jsonPieces(value) : textAlone(JSON.stringify(value))
  const first: string[] = []
  let bytes = 0
  for (;;) {
    const { value: piece, done } = await pieces.next()
    if (done) return first.join('')
    first.push(piece)
    bytes += Buffer.byteLength(piece)
    if (bytes > rowBytesMax) return large.store(owner, both(first, pieces), nowMs())
  }
}

async function* textAlone(text: string): AsyncGenerator<string> {
  yield text
}

async function* both(first: string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  for (const piece of first.splice(0)) yield piece
  yield* rest
}
