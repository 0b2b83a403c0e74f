import { FiqError } from '@fiq/shared/errors'
import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import type { Branch, OperationPlan, PlannedField } from '@fiq/shared/pricing/plan-operation'
import {
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type Complete, completeOf } from './complete-value.ts'
import {
  failNow,
  fillLater,
  type Holder,
  isPromiseLike,
  type Place,
  placeOf,
  type Run,
} from './place.ts'
import { infoOf } from './resolve-info.ts'

/** Fills an object of the answer. @param place - Where it stands; `undefined` for the root. */
export type Fill = (run: Run, source: unknown, out: Holder, place: Place | undefined) => void

/** A plan as closures: what can be known of a field without a request is known once. */
export type CompiledPlan = { fresh: () => Holder; fill: Fill }

export function compilePlan({ root, fields }: OperationPlan): CompiledPlan {
  return compileBranch({ type: root, fields })
}

function compileBranch({ fields }: Branch): CompiledPlan {
  const steps = fields.map(stepOf)
  return {
    fresh: freshOf(fields.map(({ key }) => key)),
    fill(run, source, out, place) {
      fillFields(run, steps, source, out, place)
    },
  }
}

/** How a value of a leaf is recognised that is answered as it is. */
type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'typename' | 'leaf' | 'other'

type Step = {
  kind: Kind
  key: string
  name: string
  planned: PlannedField
  isNonNull: boolean
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined
  complete: Complete
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ String: 'string', ID: 'string', Float: 'number', Int: 'integer', Boolean: 'boolean' },
}

function stepOf(planned: PlannedField): Step {
  const { key, field, branches } = planned
  const { resolve, type, name } = field
  const isNonNull = isNonNullType(type)
  const inner = isNonNull ? type.ofType : type
  const leaf = !resolve && isLeafType(inner) ? inner : undefined
  const kind =
    field === TypeNameMetaFieldDef ? 'typename' : leaf ? (kinds[leaf.name] ?? 'leaf') : 'other'
  const isInner = isInnerNonNull(type)
  const objects = new Map(
    branches.map((branch) => [branch.type.name, objectOf(branch, planned, isInner)]),
  )
  const complete = completeOf(type, planned, objects)
  return { kind, key, name, planned, isNonNull, resolve, complete }
}

function objectOf(branch: Branch, planned: PlannedField, isNonNull: boolean): Complete {
  const { fresh, fill } = compileBranch(branch)
  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const out = fresh()
    fill(run, value, out, placeOf(planned, prev, key, holder, isNonNull))
    return out
  }
}

/** Whether null cannot stand in the place of an object of the field, or of an item of its list. */
function isInnerNonNull(type: GraphQLOutputType, isNonNull = false): boolean {
  if (isNonNullType(type)) return isInnerNonNull(type.ofType, true)
  return isListType(type) ? isInnerNonNull(type.ofType) : isNonNull
}

/** One loop for every object of every plan, so that the engine compiles it early. */
function fillFields(
  run: Run,
  steps: readonly Step[],
  source: unknown,
  out: Holder,
  place: Place | undefined,
): void {
  const values = isObjectLike(source) ? (source as Holder) : nothing
  let at = 0
  while (at < steps.length)
    try {
      for (; at < steps.length; at += 1) {
        const step = steps[at]!
        const value = step.resolve ? undefined : values[step.name]
        if (isAnswer(step.kind, value)) out[step.key] = value
        else fillSlowly(run, step, source, value, out, place)
      }
    } catch (raw) {
      const { key, planned, isNonNull } = steps[at]!
      out[key] = failNow(run, { raw, nodes: planned.nodes, prev: place, key, isNonNull })
      at += 1
    }
}

/** Whether the value of a leaf is answered as it is. A number less itself is 0 if it is finite. */
function isAnswer(kind: Kind, value: unknown): boolean {
  if (typeof value === 'number')
    return kind === 'number' ? value - value === 0 : kind === 'integer' && (value | 0) === value
  if (typeof value === 'string') return kind === 'string'
  return typeof value === 'boolean' && kind === 'boolean'
}

/** All that is not a leaf whose value can be answered as it is. */
function fillSlowly(
  run: Run,
  step: Step,
  source: unknown,
  property: unknown,
  out: Holder,
  place: Place | undefined,
): void {
  const { key, planned, isNonNull, complete } = step
  if (step.kind === 'typename') {
    out[key] = planned.parentType.name
    return
  }
  const value = resolved(run, step, source, property, out, place)
  if (isPromiseLike(value)) {
    const { nodes } = planned
    const next = (one: unknown) => complete(run, one, place, key, out)
    out[key] = fillLater(run, value, next, { nodes, isNonNull, prev: place, key, holder: out })
  } else out[key] = complete(run, value, place, key, out)
}

/** What the field's resolver returns, or else the property of its name. */
function resolved(
  run: Run,
  { resolve, key, planned }: Step,
  source: unknown,
  property: unknown,
  out: Holder,
  place: Place | undefined,
): unknown {
  const denied = run.bound.denied?.get(planned)
  if (denied) throw denied
  if (planned.counter >= 0) count(run, planned)
  if (!resolve && typeof property !== 'function') return property
  const args = argumentsOf(run.bound, planned)
  const info = infoOf(run, planned, place, key, out)
  if (resolve) return resolve(source, args, run.context, info)
  return (property as (...inputs: unknown[]) => unknown).call(source, args, run.context, info)
}

/**
 * Counts a run of a rated field.
 *
 * @throws FiqError `INTERNAL`, after ending the execution, where the field was priced fewer times.
 */
function count(run: Run, { counter, path }: PlannedField): void {
  const runs = (run.runs[counter] ?? 0) + 1
  run.runs[counter] = runs
  const most = run.runsMax[counter] ?? 0
  if (runs <= most && !run.isOver) return
  const error = new FiqError('INTERNAL', 'The request would have run more than was priced.', {
    facts: [`Field: ${path.slice(0, 400)}`, `Priced: ${most} times`],
  })
  run.abort(error)
  throw error
}

/** @returns Makes objects that take these keys. Filling starts with every key, in order. */
function freshOf(keys: readonly string[]): () => Holder {
  // A key of that name would set the prototype of any other object.
  if (keys.includes('__proto__')) return () => Object.create(null) as Holder
  return () => ({})
}

function isObjectLike(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** A primitive has no fields. */
const nothing: Holder = {}
