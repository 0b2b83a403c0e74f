import { turns } from './turns.ts'

/** The items one by one, and a turn for everybody else whenever they took long. */
export async function* inTurns<item>(items: Iterable<item>): AsyncGenerator<item> {
  for (const item of items) {
    const turn = turns.next()
    if (turn) await turn
    yield item
  }
}
