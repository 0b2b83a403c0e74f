import type { FiqError } from '@fiq/shared/errors'
import type { BoundPlan } from '@fiq/shared/pricing/bind-plan'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { RunsMax } from '@fiq/shared/pricing/price-plan'
import { type ASTNode, type GraphQLError, type GraphQLSchema, locatedError } from 'graphql'
import type { Turns } from '../../scheduling/turns.ts'

/** An object or a list of the answer while it is filled. */
export type Holder = Record<string | number, unknown>

/** Response path of a value. Has the form of graphql's `Path`. */
export type Place = {
  readonly prev: Place | undefined
  readonly key: string | number
  /** Name of the type that has the field; `undefined` for the item of a list. */
  readonly typename: string | undefined
  readonly holder: Holder
  /** Whether null is not allowed here, so that it moves to the enclosing place. */
  readonly isNonNull: boolean
}

/** `rows` counts items of lists; `bytes` is the size of the JSON. */
export type AnswerSize = { rows: number; bytes: number }

/** One execution. */
export type Run = {
  readonly schema: GraphQLSchema
  readonly context: unknown
  readonly bound: BoundPlan
  readonly runsMax: RunsMax
  /** How often each rated field ran, by its counter. */
  readonly runs: number[]
  readonly errors: GraphQLError[]
  /** Rows and bytes of lists completed so far, and their maximum. */
  readonly size: AnswerSize
  /** Rows completed since the last one that was measured, and the number at which one is. */
  unmeasured: number
  measuredAt: number
  readonly sizeMax: AnswerSize
  /** Places that an error made null; `undefined` without errors. */
  nulled: Set<string> | undefined
  data: Holder | null
  readonly turns: Turns
  /** Rows to complete before the next check of the time; see {@link turnOf}. */
  rowsLeft: number
  /** Number of awaited values, plus one until every field was started. */
  pending: number
  isOver: boolean
  /** Ends the execution once nothing is pending. */
  finish(): void
  /** Ends the execution without an answer. */
  abort(error: FiqError): void
}

/** Creates the place of a field of an object, or of an item of a list. */
export function placeOf(
  { parentType }: PlannedField,
  prev: Place | undefined,
  key: string | number,
  holder: Holder,
  isNonNull: boolean,
): Place {
  return {
    prev,
    key,
    typename: typeof key === 'number' ? undefined : parentType.name,
    holder,
    isNonNull,
  }
}

/** Response keys and list positions, from the root. */
export function pathOf(prev: Place | undefined, key: string | number): (string | number)[] {
  const path = [key]
  for (let place = prev; place; place = place.prev) path.push(place.key)
  return path.reverse()
}

/** Where an awaited value will be stored. */
export type Slot = {
  nodes: readonly ASTNode[]
  prev: Place | undefined
  key: string | number
  isNonNull: boolean
  holder: Holder
}

/**
 * Converts a resolver's result into the answer's value, as CompleteValue of the GraphQL
 * specification does. Throws if it cannot.
 *
 * @param prev - response path of the enclosing object or list.
 * @param holder - the enclosing value, while it is filled.
 */
export type Complete = (
  run: Run,
  value: unknown,
  prev: Place | undefined,
  key: string | number,
  holder: Holder,
) => unknown

/** An error and its response path. */
export type Fault = Omit<Slot, 'holder'> & { raw: unknown }

/**
 * Reports an error in synchronous completion.
 *
 * @returns `null`, which replaces the value.
 * @throws The located error, if the type is non-null.
 */
export function failNow(run: Run, { raw, nodes, prev, key, isNonNull }: Fault): null {
  const error = locatedError(raw, nodes, pathOf(prev, key))
  if (isNonNull) throw error
  note(run, error, pathOf(prev, key))
  return null
}

/** Records the error of an awaited value. Null takes the nearest place that allows it. */
export function failLater(run: Run, raw: unknown, slot: Slot): void {
  const { nodes, prev, key, isNonNull, holder } = slot
  const error = locatedError(raw, nodes, pathOf(prev, key))
  if (!isNonNull) {
    holder[key] = null
    note(run, error, pathOf(prev, key))
    return
  }
  let place = prev
  while (place?.isNonNull) place = place.prev
  if (place) place.holder[place.key] = null
  else run.data = null
  note(run, error, place ? pathOf(place.prev, place.key) : [])
}

/** Records the error, unless an enclosing place is already null. */
function note(run: Run, error: GraphQLError, position: readonly (string | number)[]): void {
  if (run.nulled)
    for (let length = 0; length <= position.length; length += 1)
      if (run.nulled.has(position.slice(0, length).join('.'))) return
  run.nulled ??= new Set()
  run.nulled.add(position.join('.'))
  run.errors.push(error)
}

/** Sets the root to null, for an error that was located where it was thrown. */
export function failRoot(run: Run, error: GraphQLError): void {
  run.data = null
  note(run, error, [])
}

/**
 * Awaits a value, completes it with `complete` and stores it.
 *
 * @returns A placeholder for the value.
 */
export function fillLater(
  run: Run,
  promise: PromiseLike<unknown>,
  complete: Complete,
  slot: Slot,
): symbol {
  run.pending += 1
  promise.then(
    (value) => {
      if (run.isOver) return
      const { prev, key, holder } = slot
      try {
        holder[key] = complete(run, value, prev, key, holder)
      } catch (raw) {
        failLater(run, raw, slot)
      }
      settle(run)
    },
    (raw: unknown) => {
      if (run.isOver) return
      failLater(run, raw, slot)
      settle(run)
    },
  )
  return awaited
}

/** Continues in a later turn to fill a value that is already part of the answer. */
export function goOn(run: Run, turn: Promise<void>, work: () => void, slot: Slot): void {
  run.pending += 1
  void turn.then(() => {
    if (run.isOver) return
    try {
      work()
    } catch (raw) {
      failLater(run, raw, slot)
    }
    settle(run)
  })
}

/** Rows between two checks of the time. A field with a fetch counts as `rowsPerFetch` rows. */
export const rowsAtOnce = 64
export const rowsPerFetch = 8

/**
 * Call before work on so many rows.
 *
 * @returns `undefined` if the work may continue now, else a promise of the turn to continue in.
 */
export function turnOf(run: Run, rows: number): Promise<void> | undefined {
  run.rowsLeft -= rows
  if (run.rowsLeft > 0) return undefined
  const turn = run.turns.next()
  // If the turn has ended, the following values are deferred as well.
  const begin = () => {
    run.rowsLeft = rowsAtOnce
  }
  if (turn) return turn.then(begin)
  begin()
  return undefined
}

/** Records that an awaited value has arrived. The last one ends the execution. */
export function settle(run: Run): void {
  run.pending -= 1
  if (run.pending === 0 && !run.isOver) run.finish()
}

/** Placeholder for an awaited value. None is left when an execution ends. */
const awaited = Symbol('awaited')

/** Whether a value must be awaited. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}
