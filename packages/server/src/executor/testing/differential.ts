import { FiqError } from '@fiq/shared/errors'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { type ExecutionResult, execute } from 'graphql'
import { openExecutor } from '../../schema/open-executor.ts'
import { dropOne, selectionsIn } from './drop-one.ts'
import { type RandomDocument, randomDocument } from './random-document.ts'
import { newWorld } from './random-values.ts'
import { seeded } from './seeded.ts'

/** What became of one document. */
export type Verdict = { outcome: 'equal' | 'refused' | 'invalid' } | Difference
export type Difference = { outcome: 'different'; what: string; document: RandomDocument }

/**
 * Draws a document and runs it by graphql's `execute` and three times by our executor, with
 * resolvers that return the same.
 */
export function openDifferential(contract: Contract): (seed: number) => Promise<Verdict> {
  const run = openExecutor(contract.schema)
  const judge = async (document: RandomDocument, seed: number): Promise<Verdict> => {
    let priced: PricedRequest
    try {
      priced = priceRequest(
        contract,
        prepareOperation(contract, document.query),
        document.variables,
      )
    } catch (error) {
      if (!(error instanceof FiqError)) return differs(`threw ${String(error)}`, document)
      return { outcome: error.code === 'BAD_INPUT' ? 'refused' : 'invalid' }
    }
    const theirs = newWorld(seed)
    const expected = shown(
      await execute({
        ...{ schema: contract.schema, document: priced.prepared.document },
        ...{ variableValues: document.variables, contextValue: theirs },
      }),
    )
    const worlds = [theirs]
    for (let time = 1; time <= 3; time += 1) {
      const world = newWorld(seed)
      worlds.push(world)
      const found = await run(priced, world as never).then(shown, String)
      if (found !== expected)
        return differs(`run ${time}\nours   ${found}\ntheirs ${expected}`, document)
    }
    const unpaid = worlds.map(({ ran }) => moreThanPriced(priced, ran)).find(Boolean)
    if (unpaid) return differs(`not priced: ${unpaid}`, document)
    const cheaper = droppedCostsMore(contract, document, priced, seed)
    return cheaper ? differs(cheaper, document) : { outcome: 'equal' }
  }
  return async (seed) => {
    const verdict = await judge(randomDocument(contract.schema, seeded(seed)), seed)
    return verdict.outcome === 'different'
      ? smallest(verdict, (each) => judge(each, seed))
      : verdict
  }
}

function differs(what: string, document: RandomDocument): Difference {
  return { outcome: 'different', what, document }
}

/** Order counts, of keys and of errors. Values within a message are printed in two ways. */
function shown({ data, errors }: ExecutionResult): string {
  const texts = errors?.map(({ message, path, locations }) => {
    const said = message.replace(/(but got: |with value |received ).*/s, '$1')
    return JSON.stringify([said.replace(/ with value $/, ', received '), path, locations])
  })
  return `${JSON.stringify(data)} ${texts?.join(' ') ?? ''}`
}

/** @returns A rated field that ran more often than the price says, if one did. */
function moreThanPriced(
  priced: PricedRequest,
  ran: ReadonlyMap<string, number>,
): string | undefined {
  const most = new Map<string, number>()
  const visit = (fields: readonly PlannedField[]): void => {
    for (const { path, counter, branches } of fields) {
      if (counter >= 0) most.set(path, Math.max(most.get(path) ?? 0, priced.runsMax[counter] ?? 0))
      for (const branch of branches) visit(branch.fields)
    }
  }
  visit(priced.bound.plan.fields)
  for (const [path, times] of ran)
    if (times > (most.get(path) ?? 0)) return `${path} ran ${times} times of ${most.get(path) ?? 0}`
  return undefined
}

/** The price never falls when a field is added: so it never rises when one is left out. */
function droppedCostsMore(
  contract: Contract,
  { query, variables }: RandomDocument,
  { price }: PricedRequest,
  seed: number,
): string | undefined {
  const random = seeded(seed ^ 0x5bd1e995)
  const less = dropOne(query, random.below(selectionsIn(query)))
  try {
    const { amount } = priceRequest(contract, prepareOperation(contract, less), variables).price
    return amount > price.amount
      ? `${amount} is asked for less than ${price.amount}: ${less}`
      : undefined
  } catch (error) {
    // Not valid, or not priced, without what was left out.
    return error instanceof FiqError ? undefined : `threw ${String(error)}: ${less}`
  }
}

/** Leaves out one selection after the other while the document still differs. */
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
