import { FiqError } from '@fiq/shared/errors'
import { isPromiseLike, type Run } from './place.ts'

/** Items of an iterable that is not an array. Their number is known after the last one. */
export function itemsOf(iterable: Iterable<unknown>, { size, sizeMax }: Run): unknown[] {
  const items: unknown[] = []
  for (const item of iterable) {
    items.push(item)
    if (size.rows + items.length > sizeMax.rows) break
  }
  return items
}

/** Promises of a list that is null already: they are not awaited, and their errors are ignored. */
export function ignore(items: readonly unknown[], from: number): void {
  for (let at = from; at < items.length; at += 1) {
    const item = items[at]
    if (isPromiseLike(item)) item.then(undefined, () => {})
  }
}

/** Measures one row in this many; it represents the others. */
const measuredEvery = 64

/**
 * Rows are counted when a list begins. The estimate of the plan let the list pass, so that too many
 * come is our fault: the list fails, and is credited.
 */
export function isTooLarge({ size, sizeMax }: Run, at: number, list: readonly unknown[]): boolean {
  if (at % measuredEvery === 0 && at > 0)
    size.bytes += JSON.stringify(list[at - 1] ?? null).length * measuredEvery
  return size.rows > sizeMax.rows || size.bytes > sizeMax.bytes
}

export function cut({ sizeMax }: Run): FiqError {
  return new FiqError(
    'INTERNAL',
    'The answer is larger than it was estimated, and this list is cut.',
    {
      facts: [`Rows: at most ${sizeMax.rows}`, `Bytes: at most ${sizeMax.bytes}`],
    },
  )
}
