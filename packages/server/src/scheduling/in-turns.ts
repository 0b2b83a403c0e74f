import { turns } from './turns.ts'

/** Yields the items one by one, and yields to the event loop when they took long. */
export async function* inTurns<item>(items: Iterable<item>): AsyncGenerator<item> {
  for (const item of items) {
    const turn = turns.next()
    if (turn) await turn
    yield item
  }
}
