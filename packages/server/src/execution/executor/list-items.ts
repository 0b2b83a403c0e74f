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

/** One row of this many is measured and represents the others. */
const measuredEvery = 64

/**
 * Whether the answer exceeds the estimate of its plan. The estimate allowed the list, so the excess
 * is our fault: the list fails and its credits are refunded.
 */
export function isTooLarge({ size, sizeMax }: Run, at: number, list: readonly unknown[]): boolean {
  if (at % measuredEvery === 0 && at > 0)
    size.bytes += JSON.stringify(list[at - 1] ?? null).length * measuredEvery
  return size.rows > sizeMax.rows || size.bytes > sizeMax.bytes
}

export function cut({ sizeMax }: Run): FiqError {
  return new FiqError(
    'INTERNAL',
    'The answer is larger than estimated, so the server cut this list.',
    {
      facts: [`Limit: ${sizeMax.rows} rows`, `Limit: ${sizeMax.bytes} bytes`],
    },
  )
}
