import { randomFillSync } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { Branch, PlannedField } from '@fiq/shared/pricing/plan-operation'
import { GraphQLError, getNullableType, isListType } from 'graphql'
import {
  type Complete,
  failNow,
  fillLater,
  goOn,
  type Holder,
  isPromiseLike,
  type Place,
  placeOf,
  type Run,
  turnOf,
} from './place.ts'

type Nullability = { isNonNull: boolean; isItemNonNull: boolean }

/** @param complete - Completes an item. */
export function listOf(
  complete: Complete,
  planned: PlannedField,
  { isNonNull, isItemNonNull }: Nullability,
): Complete {
  const { nodes, coordinate, branches } = planned
  const withLists = containLists(branches)
  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const items = Array.isArray(value) ? value : itemsOf(value, run, coordinate)
    run.size.rows += items.length
    const place = placeOf(planned, prev, key, holder, isNonNull)
    const list: unknown[] = []
    fillFrom(run, 0, { complete, nodes, isItemNonNull, withLists, items, place, list })
    return list
  }
}

/** A list while it is filled. */
type Filling = {
  complete: Complete
  nodes: PlannedField['nodes']
  isItemNonNull: boolean
  /** Whether a row contains lists. */
  withLists: boolean
  items: readonly unknown[]
  /** Place of the list. */
  place: Place
  list: unknown[]
}

/** Creates closures in other functions only: the engine would allocate their scope for each item. */
function fillFrom(run: Run, from: number, filling: Filling): void {
  const { complete, nodes, isItemNonNull, withLists, items, place, list } = filling
  const holder = list as unknown as Holder
  for (let at = from; at < items.length; at += 1) {
    const turn = turnOf(run, 1)
    if (turn) {
      fillLeft(run, at, filling, turn)
      return
    }
    if (isTooLarge(run)) {
      ignore(items, at)
      throw cut(run)
    }
    const item = items[at]
    if (isPromiseLike(item)) {
      const slot = { nodes, prev: place, key: at, isNonNull: isItemNonNull, holder }
      list.push(fillLater(run, item, complete, slot))
      continue
    }
    try {
      const row = complete(run, item, place, at, holder)
      measure(run, row, withLists)
      list.push(row)
    } catch (raw) {
      if (isItemNonNull) ignore(items, at + 1)
      list.push(failNow(run, { raw, nodes, prev: place, key: at, isNonNull: isItemNonNull }))
    }
  }
}

function fillLeft(run: Run, from: number, filling: Filling, turn: Promise<void>): void {
  const { nodes, place } = filling
  goOn(run, turn, () => fillFrom(run, from, filling), { nodes, ...place })
}

/** Items of a value that is not an array. Stops once there are more than the limit. */
function itemsOf(value: object, { size, sizeMax }: Run, coordinate: string): unknown[] {
  if (!isIterable(value))
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${coordinate}".`)
  const items: unknown[] = []
  for (const item of value) {
    items.push(item)
    if (size.rows + items.length > sizeMax.rows) break
  }
  return items
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** Ignores rejections of promises in a list that is already null; nothing awaits them. */
function ignore(items: readonly unknown[], from: number): void {
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
function measure(run: Run, row: unknown, withLists: boolean): void {
  run.unmeasured += 1
  if (run.unmeasured < run.measuredAt) return
  run.size.bytes +=
    (JSON.stringify(row, withLists ? withoutLists : undefined) ?? '').length * run.unmeasured
  run.unmeasured = 0
  run.measuredAt = rowsToNextMeasure()
}

/** Whether objects have lists as values, or in objects that are values. */
function containLists(branches: readonly Branch[]): boolean {
  return branches.some(({ fields }) =>
    fields.some(
      ({ field, branches }) => isListType(getNullableType(field.type)) || containLists(branches),
    ),
  )
}

function withoutLists(key: string, value: unknown): unknown {
  return key !== '' && Array.isArray(value) ? undefined : value
}

/**
 * Whether the answer exceeds its maximum size. The estimate of its plan allowed the list, so the
 * excess is our fault: the list fails and its credits are refunded.
 */
function isTooLarge({ size, sizeMax }: Run): boolean {
  return size.rows > sizeMax.rows || size.bytes > sizeMax.bytes
}

/** The error of a list that {@link isTooLarge} ends. */
function cut({ sizeMax }: Run): FiqError {
  return new FiqError(
    'INTERNAL',
    'The answer is larger than estimated, so the server cut this list.',
    { facts: [`Limit: ${sizeMax.rows} rows`, `Limit: ${sizeMax.bytes} bytes`] },
  )
}
