import type { Model, Rule } from './explore.ts'
import { clientRules, worldRules } from './outside-rules.ts'
import {
  at,
  chainStates,
  type PaymentWorld,
  packing,
  purchaseStates,
  recordStates,
  settlePlaces,
  sizes,
} from './payment-state.ts'
import { isUsed, loopRules, servingRules } from './server-rules.ts'
import { settlementRules } from './settlement-rules.ts'

/** Maximum number of each fault in one exploration. Zero by default. */
export type Budget = Partial<
  Pick<
    PaymentWorld,
    'kills' | 'losses' | 'drops' | 'reorganisations' | 'refusals' | 'failures' | 'strangers'
  >
> & {
  /** Number of times that the client sends, including the first. */
  tries: number
  instances: 1 | 2
  isAsync?: boolean | undefined
}

/**
 * Model A: one payment with a client, two server instances that share a database, and a chain. The
 * record moves by the product's own table. The exploration is complete within the budget of faults.
 */
export function paymentModel({
  tries,
  instances,
  isAsync = false,
  ...faults
}: Budget): Model<PaymentWorld> {
  const zeroes = Object.fromEntries(Object.keys(sizes).map((field) => [field, 0])) as PaymentWorld
  const both = instances === 2 ? ([0, 1] as const) : ([0] as const)
  const rules: Rule<PaymentWorld>[] = [
    ...clientRules,
    ...both.flatMap((i) => [...servingRules(i, isAsync), ...loopRules(i)]),
    ...settlementRules(),
    ...worldRules.filter(({ name }) => instances === 2 || !/^1 |lease/.test(name)),
  ]
  return {
    start: { ...zeroes, tries, ...faults },
    rules,
    packing,
    canonical: (world) => world,
    fault: (world) => faultOf(world, isAsync),
    isEnd,
  }
}

const record = (name: (typeof recordStates)[number]) => at(recordStates, name)
const purchase = (name: (typeof purchaseStates)[number]) => at(purchaseStates, name)

function faultOf(world: PaymentWorld, isAsync: boolean): string | undefined {
  const canMove = world.chain === at(chainStates, 'unused') && !world.over
  if (world.settle === at(settlePlaces, 'awaits receipt') && !world.hash)
    return 'A transaction was sent before its hash was on disk.'
  if (!isAsync && (world.reply200 || world.purchase === purchase('answered')) && !world.moved)
    return 'An answer left the server before the money moved.'
  if (world.purchase === purchase('void') && (isUsed(world) || canMove))
    return 'The client calls a payment untouched that moved or still can.'
  if (world.purchase === purchase('settled') && !world.moved)
    return 'The client calls a payment spent that never moved.'
  if (world.credited && !world.moved) return 'Credits were given for money that never moved.'
  if (world.credited && world.reply200) return 'A payment bought an answer and credits.'
  // If the payer submits a refused payment itself, it is answered when the request is repeated.
  const isKnown =
    isAnswered(world) ||
    world.record === record('owed') ||
    (world.own && world.record === record('failed'))
  if (isEnd(world) && isUsed(world) && !isKnown)
    return 'The money moved, and the record knows neither an answer nor a debt.'
  if (isEnd(world) && isAnswered(world) && !isUsed(world))
    return 'The record holds an answered payment, and no money moved.'
  return undefined
}

function isAnswered(world: PaymentWorld): boolean {
  return world.record === record('answered')
}

/** Whether no step is in progress and the money can no longer move. */
function isEnd(world: PaymentWorld): boolean {
  const isQuiet =
    [world.settle, world.serve0, world.serve1, world.loop0, world.loop1].every(
      (place) => place === 0,
    ) &&
    [world.collect0, world.collect1, world.client, world.requests].every((place) => place === 0)
  const unfinished = ['claimed', 'reserved', 'broadcast', 'advanced', 'settled', 'reorganised']
  return (
    isQuiet &&
    world.over === 1 &&
    world.mempool !== 1 &&
    world.chain !== at(chainStates, 'used') &&
    !unfinished.includes(recordStates[world.record]!) &&
    !(isAnswered(world) && world.chain !== at(chainStates, 'final') && world.hash === 1)
  )
}
