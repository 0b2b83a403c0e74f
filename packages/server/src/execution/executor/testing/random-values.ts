import { defined } from '@fiq/shared/defined'
import type { Rates } from '@fiq/shared/pricing/tariff'
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { hashOf, type Seeded, seeded } from './seeded.ts'

/** State shared by the resolvers of one execution. */
export type World = {
  seed: number
  /** No value is null, late, an error or of a wrong type, and no list is empty. */
  isCalm: boolean
  /** Number of runs of each rated field, by response path without list positions. */
  ran: Map<string, number>
  /** Minimum price of those runs in credits: their rates, times the lengths of their lists. */
  credits: number
  /** Settles promises one at a time, ordered by rank, whichever code awaits them. */
  later(rank: number, settle: () => void): void
}

export function newWorld(seed: number, isCalm = false): World {
  const waiting: { rank: number; settle: () => void }[] = []
  const turn = () => {
    waiting.sort((one, other) => one.rank - other.rank)
    waiting.shift()?.settle()
    if (waiting.length > 0) setImmediate(turn)
  }
  return {
    seed,
    isCalm,
    ran: new Map(),
    credits: 0,
    later(rank, settle) {
      if (waiting.push({ rank, settle }) === 1) setImmediate(turn)
    },
  }
}

/**
 * Gives every rated field, and a few others, a resolver that returns random values. Half of the
 * rated fields get one in two steps, as those of connectors are.
 */
export function randomResolvers(schema: GraphQLSchema, rates: Rates): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isInterfaceType(type))
      type.resolveType = (value) => {
        const { __typename: name } = value as { __typename?: string }
        return soon(value, () => name)
      }
    if (!isObjectType(type)) continue
    if (type.name === 'Late')
      type.isTypeOf = (value) => soon(value, ({ at, world }) => world?.isCalm || at % 9 !== 0)
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`
      const rate = rates[coordinate]
      if (!rate && type !== schema.getQueryType()) continue
      const valueAt = (at: At, args: Inputs, world: World, seen: string, isNow = false) => {
        const path = pathOf(at)
        const names = path.filter((step) => typeof step === 'string').join('.')
        if (rate) world.ran.set(names, (world.ran.get(names) ?? 0) + 1)
        const list = rate?.timesOf === undefined ? undefined : args[rate.timesOf]
        const itemsMax = Array.isArray(list) ? list.length : undefined
        if (rate) world.credits += rate.credits * (itemsMax ?? 1)
        return randomValue(schema, world, field.type, {
          at: hashOf(world.seed, `${path.join('.')}${seen}`),
          isNow,
          ...defined({ itemsMax }),
        })
      }
      const isInSteps = rate !== undefined && hashOf(0, coordinate) % 2 === 0
      field.resolve = isInSteps
        ? resolverInSteps(field.name, valueAt)
        : (_, args, context, info) => valueAt(info.path, args, context as World, seenBy(args, info))
    }
  }
}

type Inputs = Readonly<Record<string, unknown>>
/** The members of graphql's `Path` that form its text. */
type At = { readonly prev: At | undefined; readonly key: string | number }
type ValueAt = (at: At, args: Inputs, world: World, seen: string, isNow: true) => unknown

/** A resolver with the property `fetching`: a `FieldFetch` that ends in its turn, or rejects. */
function resolverInSteps(name: string, valueAt: ValueAt): GraphQLFieldResolver<unknown, unknown> {
  const fetching = {
    fetch(source: unknown, args: Inputs, context: unknown) {
      const world = context as World
      const { at = 0 } = (source ?? {}) as Partial<Source>
      const rank = hashOf(world.seed ^ at, `${name}${JSON.stringify(args)}`)
      if (world.isCalm) return Promise.resolve(args)
      return promised((resolve, reject) => {
        const fails = rank % 16 === 0
        world.later(rank, () => (fails ? reject(new Error(`not fetched ${rank}`)) : resolve(args)))
      })
    },
    receive: (args: unknown, world: unknown, prev: At | undefined, key: string | number) =>
      valueAt({ prev, key }, args as Inputs, world as World, JSON.stringify(args), true),
  }
  const resolve: GraphQLFieldResolver<unknown, unknown> = async (
    source,
    args,
    context,
    { path: { prev, key } },
  ) => fetching.receive(await fetching.fetch(source, args, context), context, prev, key)
  return Object.assign(resolve, { fetching })
}

/** The arguments of a resolver, as text. */
function seenBy(args: unknown, { fieldName, fieldNodes, parentType, path }: GraphQLResolveInfo) {
  const { typename, prev } = path
  return JSON.stringify([args, fieldName, fieldNodes.length, parentType, typename, prev?.typename])
}

/** Returns the value in its turn if it is an object of {@link sourceOf}. */
function soon<value>(source: unknown, judge: (source: Source) => value): Promise<value> | value {
  const { world, at } = source as Source
  if (!world || world.isCalm) return judge(source as Source)
  return new Promise((resolve) => world.later(at, () => resolve(judge(source as Source))))
}

function pathOf(path: At | undefined): (string | number)[] {
  return path ? [...pathOf(path.prev), path.key] : []
}

type Source = { world: World; at: number }
/** `isNow`: the value is no promise. */
type Where = { at: number; itemsMax?: number; isNow?: boolean }

/** Draws a value of the type; sometimes null, an error, a promise or a value of another type. */
function randomValue(
  schema: GraphQLSchema,
  world: World,
  type: GraphQLOutputType,
  where: Where,
): unknown {
  const random = seeded(where.at)
  if (world.isCalm) return fitting(schema, world, type, where, random)
  const odds = random.below(100)
  if (odds < 4) return null
  if (odds === 4) return undefined
  if (odds === 5) return new Error(`returned ${where.at}`)
  if (odds === 6) throw new Error(`thrown ${where.at}`)
  if (where.isNow && odds < 24) return fitting(schema, world, type, where, random)
  if (odds < 12)
    return promised((_, reject) => {
      world.later(where.at, () => reject(new Error(`rejected ${where.at}`)))
    })
  if (odds < 24)
    return promised((resolve, reject) => {
      world.later(where.at, () => {
        try {
          const isOdd = random.oneIn(8)
          const odd = [null, undefined, new Error(`resolved ${where.at}`)]
          resolve(isOdd ? random.pick(odd) : fitting(schema, world, type, where, random))
        } catch (error) {
          reject(error)
        }
      })
    })
  if (odds === 24) return random.pick([1, 'x', true, Number.NaN, [], {}, 1n, '7', 1.5, Infinity])
  return fitting(schema, world, type, where, random)
}

/** Creates a promise that may reject without being awaited, as in a list that is already null. */
function promised(start: ConstructorParameters<typeof Promise<unknown>>[0]): Promise<unknown> {
  const promise = new Promise(start)
  promise.catch(() => {})
  return promise
}

function fitting(
  schema: GraphQLSchema,
  world: World,
  type: GraphQLOutputType,
  { at, itemsMax }: Where,
  random: Seeded,
): unknown {
  if (isNonNullType(type))
    return fitting(schema, world, type.ofType, { at, ...defined({ itemsMax }) }, random)
  if (isListType(type)) {
    const drawn = Math.min(itemsMax ?? 3, random.below(random.oneIn(6) ? 8 : 4))
    // A few are completed in several turns.
    const isLong = itemsMax === undefined && random.oneIn(60)
    const length = world.isCalm ? 1 : isLong ? 80 : drawn
    return Array.from({ length }, (_, index) => {
      try {
        return randomValue(schema, world, type.ofType, { at: hashOf(at, `item ${index}`) })
      } catch (error) {
        return error
      }
    })
  }
  if (isAbstractType(type)) {
    const chosen = random.pick(schema.getPossibleTypes(type))
    return sourceOf(schema, world, chosen, at, !world.isCalm && random.oneIn(15))
  }
  if (isObjectType(type)) return sourceOf(schema, world, type, at, false)
  if (world.isCalm) return isEnumType(type) ? type.getValues()[0]?.name : 1
  if (isEnumType(type)) return random.pick([...type.getValues().map(({ name }) => name), 'NONE'])
  switch (type.name) {
    case 'Int':
      return random.pick([0, -0, 1, -7, 2 ** 31 - 1, 2 ** 31, 1.5, '12', true, 3n])
    case 'Float':
      return random.pick([0, 1.25, -1e300, '2.5', false, Number.NaN, 5n, 7])
    case 'Boolean':
      return random.pick([true, false, 0, 1, 'no'])
    default:
      return random.pick(['', 'text', 'é\n"', 7, 1.5, true, 9n, {}, new Date(0)])
  }
}

const prototypes = new WeakMap<GraphQLSchema, Map<string, object>>()

/** Creates an object whose properties are drawn on access, by place and name. */
function sourceOf(
  schema: GraphQLSchema,
  world: World,
  type: GraphQLObjectType,
  at: number,
  isMisnamed: boolean,
): object {
  const known = prototypes.get(schema) ?? new Map<string, object>()
  prototypes.set(schema, known)
  const prototype = known.get(type.name) ?? prototypeOf(schema, type)
  known.set(type.name, prototype)
  const source = Object.create(prototype) as Source & { __typename?: unknown }
  source.world = world
  source.at = at
  source.__typename = isMisnamed ? ['Query', 'Nobody', 'Kind', undefined][at % 4] : type.name
  return source
}

function prototypeOf(schema: GraphQLSchema, type: GraphQLObjectType): object {
  const prototype = {}
  for (const field of Object.values(type.getFields()))
    Object.defineProperty(prototype, field.name, {
      get(this: Source) {
        const at = hashOf(this.at, field.name)
        if (at % 11 > 0) return randomValue(schema, this.world, field.type, { at })
        return (args: unknown, _: unknown, info: GraphQLResolveInfo) =>
          randomValue(schema, this.world, field.type, { at: hashOf(at, seenBy(args, info)) })
      },
    })
  return prototype
}
