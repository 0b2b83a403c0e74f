import { randomFillSync } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import { isPromiseLike, type Run } from './place.ts'

/** Items of an iterable that is not an array. Stops once there are more than the limit. */
export function itemsOf(iterable: Iterable<unknown>, { size, sizeMax }: Run): unknown[] {
  const items: unknown[] = []
  for (const item of iterable) {
    items.push(item)
    if (size.rows + items.length > sizeMax.rows) break
  }
  return items
}

/** Ignores rejections of promises in a list that is already null; nothing awaits them. */
export function ignore(items: readonly unknown[], from: number): void {
  for (let at = from; at < items.length; at += 1) {
    const item = items[at]
    if (isPromiseLike(item)) item.then(undefined, () => {})
  }
}

/** One row in this many is measured, on average. */
export const measuredEvery = 64

/** Random bytes, drawn many at once: a draw takes a microsecond, whatever its size. */
const drawn = new Uint8Array(1_024)
let used = drawn.length

/**
 * The rows from one measured row to the next: 1 to 128. Random, so that a query cannot place its
 * large rows between them.
 */
function rowsToNextMeasure(): number {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const byte = drawn[used]!
  used += 1
  return 1 + (byte % (2 * measuredEvery))
}

/**
 * Counts a completed row of any list of the answer. A measured row represents those since the last
 * one. The lists in it are left out: their items are rows of their own.
 */
export function measure(run: Run, row: unknown): void {
  run.unmeasured += 1
  if (run.unmeasured < run.measuredAt) return
  run.size.bytes += (JSON.stringify(row, withoutLists) ?? '').length * run.unmeasured
  run.unmeasured = 0
  run.measuredAt = rowsToNextMeasure()
}

function withoutLists(key: string, value: unknown): unknown {
  return key !== '' && Array.isArray(value) ? undefined : value
}

/**
 * Whether the answer exceeds its maximum size. The estimate of its plan allowed the list, so the
 * excess is our fault: the list fails and its credits are refunded.
 */
export function isTooLarge({ size, sizeMax }: Run): boolean {
  return size.rows > sizeMax.rows || size.bytes > sizeMax.bytes
}

/** The error of a list that {@link isTooLarge} ends. */
export function cut({ sizeMax }: Run): FiqError {
  return new FiqError(
    'INTERNAL',
    'The answer is larger than estimated, so the server cut this list.',
    { facts: [`Limit: ${sizeMax.rows} rows`, `Limit: ${sizeMax.bytes} bytes`] },
  )
}
