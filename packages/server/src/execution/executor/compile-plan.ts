import { FiqError } from '@fiq/shared/errors'
import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import type { Branch, OperationPlan, PlannedField } from '@fiq/shared/pricing/plan-operation'
import { type GraphQLFieldResolver, TypeNameMetaFieldDef } from 'graphql'
import { completeOf } from './complete-value.ts'
import type { FieldFetch } from './field-fetch.ts'
import {
  type Complete,
  failNow,
  fillLater,
  type Holder,
  isPromiseLike,
  type Place,
  placeOf,
  type Run,
  rowsPerFetch,
  type Slot,
  turnOf,
} from './place.ts'
import { requestedPage } from './requested-page.ts'
import { infoOf } from './resolve-info.ts'
import { isAnswer, Kind, shapeOf } from './type-shape.ts'

/** Fills an object of the answer. @param place - Its response path; `undefined` for the root. */
export type Fill = (run: Run, source: unknown, out: Holder, place: Place | undefined) => void

/** A plan compiled to closures: everything that does not depend on a request is computed once. */
export type CompiledPlan = { fresh: () => Holder; fill: Fill }

/** Compiles a plan. The executor caches the result. */
export function compilePlan({ fields }: OperationPlan): CompiledPlan {
  const steps = fields.map(stepOf)
  return {
    fresh: freshOf(steps),
    fill(run, source, out, place) {
      fillFields(run, steps, source, out, undefined, place, '', out)
    },
  }
}

type Step = {
  kind: Kind
  key: string
  name: string
  planned: PlannedField
  isNonNull: boolean
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined
  fetching: FieldFetch | undefined
  complete: Complete
}

function stepOf(planned: PlannedField): Step {
  const { key, field, branches } = planned
  const { resolve, type, name } = field
  const { isNonNull, isInnerNonNull, leaf } = shapeOf(type)
  const isPlain = !resolve && planned.counter < 0
  const kind = field === TypeNameMetaFieldDef ? Kind.typename : isPlain ? leaf : Kind.other
  const objects = new Map<string, Complete>()
  for (const branch of branches)
    objects.set(branch.type.name, objectOf(branch, planned, isInnerNonNull))
  const { fetching } = (resolve ?? {}) as { fetching?: FieldFetch }
  const plain = completeOf(type, planned, objects)
  const complete = fetching ? receivingOf(fetching, planned, plain) : plain
  return { kind, key, name, planned, isNonNull, resolve, fetching, complete }
}

function receivingOf(fetching: FieldFetch, planned: PlannedField, complete: Complete): Complete {
  return (run, answer, prev, key, holder) => {
    const page = requestedPage(run, planned)
    return complete(run, fetching.receive(answer, run.context, prev, key, page), prev, key, holder)
  }
}

function objectOf({ fields }: Branch, planned: PlannedField, isNonNull: boolean): Complete {
  const steps = fields.map(stepOf)
  const fresh = freshOf(steps)
  const owner = { planned, isNonNull }
  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const out = fresh()
    fillFields(run, steps, value, out, owner, prev, key, holder)
    return out
  }
}

/** The field whose value the objects are. */
type Owner = { planned: PlannedField; isNonNull: boolean }

/**
 * Fills all objects of all plans in one loop, so that the engine compiles it early. Creates the
 * place of an object only when a field needs it: most objects of long lists have only leaves.
 *
 * @param owner - `undefined` for the root.
 * @param prev - Place of the enclosing object or list.
 * @param key - Position of the object in `holder`.
 */
function fillFields(
  run: Run,
  steps: readonly Step[],
  source: unknown,
  out: Holder,
  owner: Owner | undefined,
  prev: Place | undefined,
  key: string | number,
  holder: Holder,
): void {
  const values = isObjectLike(source) ? (source as Holder) : nothing
  let place: Place | undefined
  let at = 0
  while (at < steps.length) {
    try {
      for (; at < steps.length; at += 1) {
        const step = steps[at]!
        const value = step.resolve ? undefined : values[step.name]
        if (isAnswer(step.kind, value)) out[step.key] = value
        else if (isNullAnswer(step, value)) out[step.key] = null
        else {
          if (owner && !place) place = placeOf(owner.planned, prev, key, holder, owner.isNonNull)
          fillSlowly(run, step, source, value, out, place)
        }
      }
    } catch (raw) {
      if (owner && !place) place = placeOf(owner.planned, prev, key, holder, owner.isNonNull)
      const { key: failed, planned, isNonNull } = steps[at]!
      out[failed] = failNow(run, { raw, nodes: planned.nodes, prev: place, key: failed, isNonNull })
      at += 1
    }
  }
}

/** Whether the value of a leaf becomes null in the answer. */
function isNullAnswer({ kind, isNonNull }: Step, value: unknown): boolean {
  return (
    (value === null || value === undefined) &&
    kind !== Kind.other &&
    kind !== Kind.typename &&
    !isNonNull
  )
}

/** Handles every field except leaves whose value needs no conversion. */
function fillSlowly(
  run: Run,
  step: Step,
  source: unknown,
  property: unknown,
  out: Holder,
  place: Place | undefined,
): void {
  const { key, planned, fetching } = step
  if (step.kind === Kind.typename) {
    out[key] = planned.parentType.name
    return
  }
  const denied = run.bound.denied?.get(planned)
  if (denied) throw denied
  if (planned.counter >= 0) count(run, planned)
  const turn = fetching && turnOf(run, rowsPerFetch)
  out[key] = turn
    ? runLater(run, turn, step, source, out, place)
    : runField(run, step, source, property, out, place)
}

function runLater(
  run: Run,
  turn: Promise<void>,
  step: Step,
  source: unknown,
  out: Holder,
  place: Place | undefined,
): unknown {
  const resolve = () => runField(run, step, source, undefined, out, place)
  return fillLater(run, turn, resolve, slotOf(step, out, place))
}

function runField(
  run: Run,
  step: Step,
  source: unknown,
  property: unknown,
  out: Holder,
  place: Place | undefined,
): unknown {
  const { key, complete } = step
  const value = resolved(run, step, source, property, out, place)
  return isPromiseLike(value)
    ? fillLater(run, value, complete, slotOf(step, out, place))
    : complete(run, value, place, key, out)
}

function slotOf({ planned, key, isNonNull }: Step, holder: Holder, prev: Place | undefined): Slot {
  return { nodes: planned.nodes, prev, key, isNonNull, holder }
}

/** Calls the field's resolver; without one, reads the property of the field's name. */
function resolved(
  run: Run,
  { resolve, fetching, key, planned }: Step,
  source: unknown,
  property: unknown,
  out: Holder,
  place: Place | undefined,
): unknown {
  if (!resolve && typeof property !== 'function') return property
  const args = argumentsOf(run.bound, planned)
  if (fetching) return fetching.fetch(source, args, run.context)
  const info = infoOf(run, planned, place, key, out)
  if (resolve) return resolve(source, args, run.context, info)
  return (property as (...inputs: unknown[]) => unknown).call(source, args, run.context, info)
}

/**
 * Counts one run of a rated field.
 *
 * @throws FiqError `INTERNAL`, after ending the execution, if the field runs more often than it was
 * priced.
 */
function count(run: Run, { counter, path }: PlannedField): void {
  const runs = (run.runs[counter] ?? 0) + 1
  run.runs[counter] = runs
  const most = run.runsMax[counter] ?? 0
  if (runs <= most && !run.isOver) return
  const error = new FiqError('INTERNAL', 'Executing the request would exceed what was priced.', {
    facts: [`Field: ${path.slice(0, 400)}`, `Priced: ${most} times`],
  })
  run.abort(error)
  throw error
}

/** @returns Creates the empty objects that a step fills. */
function freshOf(steps: readonly Step[]): () => Holder {
  // Assigning to `__proto__` sets the prototype of any object that has one.
  if (steps.some(({ key }) => key === '__proto__')) return () => Object.create(null) as Holder
  return () => ({})
}

function isObjectLike(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Source of the fields below a primitive, which has none. */
const nothing: Holder = {}
