import { isDeepStrictEqual } from 'node:util'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { creditsOf } from '@fiq/shared/payment/quote'
import { fieldsIn } from '@fiq/shared/pricing/plan-operation'
import {
  type Contract,
  type PreparedOperation,
  type PricedRequest,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import { type ExecutionResult, execute } from 'graphql'
import { createTurns } from '../../../scheduling/turns.ts'
import { createExecutor, type Executor } from '../../create-executor.ts'
import { dropOne, selectionsIn } from './drop-one.ts'
import { type RandomDocument, randomDocument, type Values } from './random-document.ts'
import { newWorld, type World } from './random-values.ts'
import { type Seeded, seeded } from './seeded.ts'

/** Result of comparing the executors on one document. */
export type Verdict = { outcome: 'equal' | 'refused' | 'invalid' } | Difference
export type Difference = { outcome: 'different'; what: string; document: RandomDocument }

/**
 * Draws a document and runs it three times by graphql's `execute` and by our executor, with
 * resolvers that return the same values: first, then with other variables, then as at first.
 */
export function createDifferential(contract: Contract): (seed: number) => Promise<Verdict> {
  const judge = judgeOf(contract)
  return async (seed) => {
    const verdict = await judge(randomDocument(contract.schema, seeded(seed)), seed)
    return verdict.outcome === 'different'
      ? smallest(verdict, (each) => judge(each, seed))
      : verdict
  }
}

type Judge = (document: RandomDocument, seed: number) => Promise<Verdict>

function judgeOf(contract: Contract): Judge {
  const inOneTurn = createExecutor(contract.schema, createTurns(Infinity))
  const inManyTurns = createExecutor(contract.schema, createTurns(0))
  return async (document, seed) => {
    const { query, variables, otherVariables } = document
    let outcome: Exclude<Verdict['outcome'], 'different'> = 'equal'
    // One in four runs in turns of the event loop. GraphQL leaves open in which order errors are
    // found, and which errors below a value that is null already are reported.
    const isInTurns = seed % 4 === 0
    const run = isInTurns ? inManyTurns : inOneTurn
    const print = isInTurns ? shownWithNulls : shown
    try {
      const prepared = prepareOperation(contract, query)
      for (const values of [variables, variables, otherVariables, variables]) {
        const priced = pricedOrRefused(contract, prepared, values)
        const what =
          priced instanceof FiqError
            ? await refusedAlone(contract, prepared, values, priced)
            : await ranDifferently(contract, { run, print }, priced, values, seed)
        if (what) return { outcome: 'different', what, document }
        if (values === variables) outcome = priced instanceof FiqError ? 'refused' : 'equal'
      }
      const what = outcome === 'equal' && droppedCostsMore(contract, document, prepared, seed)
      return what ? { outcome: 'different', what, document } : { outcome }
    } catch (error) {
      // The document is invalid, or exceeds a limit on size or price.
      if (error instanceof FiqError) return { outcome: 'invalid' }
      return { outcome: 'different', what: `threw ${String(error)}`, document }
    }
  }
}

/** @throws FiqError with any code but `BAD_INPUT`, which it returns. */
function pricedOrRefused(
  contract: Contract,
  prepared: PreparedOperation,
  values: Values,
): PricedRequest | FiqError {
  try {
    return priceRequest(contract, prepared, values)
  } catch (error) {
    if (hasCode(error, 'BAD_INPUT')) return error
    throw error
  }
}

/**
 * @returns A description of the difference between graphql's `execute` and ours, or between price
 * and runs.
 */
async function ranDifferently(
  { schema }: Contract,
  { run, print }: { run: Executor; print(result: ExecutionResult): string },
  priced: PricedRequest,
  variableValues: Values,
  seed: number,
): Promise<string | undefined> {
  const [theirs, ours, short] = [newWorld(seed), newWorld(seed), newWorld(seed)]
  const { document } = priced.prepared
  const expected = print(await execute({ schema, document, variableValues, contextValue: theirs }))
  const found = await run(priced, ours as never).then(print, String)
  if (found !== expected) return `ours   ${found}\ntheirs ${expected}`
  const unpaid = [theirs, ours].map((world) => moreThanPriced(priced, world)).find(Boolean)
  if (unpaid) return `not priced: ${unpaid}`

  const counted = onceLess(priced, ours.ran, seeded(seed))
  if (!counted) return undefined
  const refused = await run({ ...priced, runsMax: counted.runsMax }, short as never).then(
    shown,
    String,
  )
  return refused.includes('would exceed what was priced')
    ? undefined
    : `${counted.path} ran more often than ${counted.most} times: ${refused}`
}

/** The run limits of a request, with one run fewer than a rated field needs. */
function onceLess(
  { bound, runsMax }: PricedRequest,
  ran: ReadonlyMap<string, number>,
  random: Seeded,
) {
  const rated = fieldsIn(bound.plan.fields).filter(({ counter }) => counter >= 0)
  const alone = rated.filter(
    ({ path }) => ran.has(path) && rated.filter((each) => each.path === path).length === 1,
  )
  if (alone.length === 0) return undefined
  const { path, counter } = random.pick(alone)
  const most = ran.get(path)! - 1
  return { path, most, runsMax: runsMax.with(counter, most) }
}

/** Most executions until one meets a refused argument below abstract types. */
const attemptsMax = 5_000

/**
 * @returns A description of the difference if graphql accepts variables or an argument that we
 * refuse.
 */
async function refusedAlone(
  { schema }: Contract,
  { document }: PreparedOperation,
  variableValues: Values,
  { message, facts }: FiqError,
): Promise<string | undefined> {
  // We refuse it in any place; graphql refuses it only if the execution reaches it.
  const condition = /^The variable "\$(\w+)" decides/.exec(message)?.[1]
  if (condition !== undefined)
    return variableValues[condition] === null ? undefined : `${message} It is not null.`
  // Introspection reads the schema only, which is the same in every execution.
  if (message.startsWith('Argument "__')) return undefined
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const contextValue = newWorld(attempt, true)
    const { data, errors } = await execute({ schema, document, variableValues, contextValue })
    if (errors && data !== undefined) return undefined
    if (!errors) continue
    const theirs = errors.slice(0, facts.length).map((error) => error.message)
    return isDeepStrictEqual(theirs, facts) ? undefined : `ours   ${facts}\ntheirs ${theirs}`
  }
  return `graphql does not refuse: ${message}`
}

/** As text. The order of keys and of errors matters. */
function shown(result: ExecutionResult): string {
  return `${JSON.stringify(result.data)} ${errorsOf(result).join(' ')}`
}

/** The data, and the paths that are null because of an error at or below them. */
function shownWithNulls({ data, errors = [] }: ExecutionResult): string {
  const places = errors.map(({ path = [] }) => {
    let value: unknown = data
    const depth = path.findIndex((key) => {
      value = (value as Record<string | number, unknown> | null | undefined)?.[key]
      return value == null
    })
    if (data == null) return ''
    return path.slice(0, depth + 1).join('.')
  })
  return `${JSON.stringify(data)} ${[...new Set(places)].toSorted().join(' ')}`
}

/** As text. The two libraries print values within a message differently. */
function errorsOf({ errors = [] }: ExecutionResult): string[] {
  return errors.map(({ message, path, locations }) => {
    const withoutValue = message.replace(/(but got: |with value |received ).*/s, '$1')
    return JSON.stringify([withoutValue.replace(/ with value $/, ', received '), path, locations])
  })
}

/**
 * @returns A rated field that ran more often than priced, or whose runs cost more than its rows.
 */
function moreThanPriced(priced: PricedRequest, { ran, credits }: World): string | undefined {
  // The minimum and the cap are separate rows.
  const sold = creditsOf(priced.price.rows.filter(([, , , amount]) => amount === undefined))
  if (credits > sold) return `${credits} credits ran of ${sold}`
  const most = new Map<string, number>()
  for (const { path, counter } of fieldsIn(priced.bound.plan.fields))
    if (counter >= 0) most.set(path, Math.max(most.get(path) ?? 0, priced.runsMax[counter] ?? 0))
  for (const [path, times] of ran)
    if (times > (most.get(path) ?? 0)) return `${path} ran ${times} times of ${most.get(path) ?? 0}`
  return undefined
}

/** @returns A difference if the price rises when a field is left out. */
function droppedCostsMore(
  contract: Contract,
  { query, variables }: RandomDocument,
  prepared: PreparedOperation,
  seed: number,
): string | undefined {
  const { price } = priceRequest(contract, prepared, variables)
  const random = seeded(seed ^ 0x5bd1e995)
  const less = dropOne(query, random.below(selectionsIn(query)))
  try {
    const { amount } = priceRequest(contract, prepareOperation(contract, less), variables).price
    return amount > price.amount
      ? `${amount} is asked for less than ${price.amount}: ${less}`
      : undefined
  } catch (error) {
    // Without the omitted part, the document is invalid or cannot be priced.
    return error instanceof FiqError ? undefined : `threw ${String(error)}: ${less}`
  }
}

/** Omits one selection after another while the document still differs. */
async function smallest(
  found: Difference,
  judge: (document: RandomDocument) => Promise<Verdict>,
): Promise<Difference> {
  const count = selectionsIn(found.document.query)
  for (let which = 0; which < count; which += 1) {
    const query = dropOne(found.document.query, which)
    const verdict = await judge({ ...found.document, query })
    if (verdict.outcome === 'different') return smallest(verdict, judge)
  }
  return found
}
