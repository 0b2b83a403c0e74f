import type { Model, Rule } from './explore.ts'
import type { Budget } from './payment-model.ts'
import {
  at,
  chainStates,
  clientPlaces,
  type PaymentWorld,
  purchaseStates,
} from './payment-state.ts'
import type { SignerBudget, SignerWorld } from './signer-model.ts'

/** A deliberate bug in the product: a rule that replaces another. */
export type Planted<state> = {
  bug: string
  rule: string
  /** A second check prevents harm: no bad state is reached. */
  isHarmless?: boolean
  next(state: state, real: Rule<state>['next']): state | undefined
}

export function plant<state>(
  model: Model<state>,
  { rule, next }: Pick<Planted<state>, 'rule' | 'next'>,
): Model<state> {
  const index = model.rules.findIndex(({ name }) => name === rule)
  if (index === -1) throw new Error(`There is no rule ${rule}.`)
  const real = model.rules[index]!
  const planted = { name: rule, next: (state: state) => next(state, real.next) }
  return { ...model, rules: model.rules.with(index, planted) }
}

const canceled = at(chainStates, 'canceled')
const client = (name: (typeof clientPlaces)[number]) => at(clientPlaces, name)

/** Treats an authorization as expired before its end. */
function tooEarly<state extends { over: number }>(world: state, real: Rule<state>['next']) {
  const after = real({ ...world, over: 1 })
  return after && { ...after, over: world.over }
}

/** Large enough to reveal each bug. */
const budget = {
  tries: 2,
  instances: 1,
  kills: 1,
  losses: 1,
  drops: 1,
  refusals: 1,
  failures: 1,
} as const satisfies Budget

export const plantedInPayment: readonly (Planted<PaymentWorld> & { budget: Budget })[] = [
  {
    budget: { tries: 2, instances: 1, losses: 1, reorganisations: 1, strangers: 1 },
    bug: 'A cancellation is final at once',
    rule: '0 loop: reads the chain',
    next: (world, real) => (world.chain === canceled ? tooEarly(world, real) : real(world)),
  },
  {
    budget,
    bug: 'The hash is stored after the broadcast',
    rule: 'settlement: writes the hash',
    next: (world, real) => {
      const after = real(world)
      return after && { ...after, record: world.record, hash: world.hash }
    },
  },
  {
    budget,
    bug: 'A transaction in the mempool counts as settled',
    rule: 'settlement: has the receipt',
    next: (world, real) =>
      real(world.mempool === 1 && world.chain === 0 ? { ...world, chain: 1 } : world),
  },
  {
    budget,
    bug: 'An authorization counts as over before its end',
    rule: '0 loop: reads the chain',
    next: tooEarly,
  },
  {
    budget,
    bug: 'The client asks the chain, and its own clock afterwards',
    rule: 'client: reads the chain',
    next: tooEarly,
  },
  {
    budget,
    bug: "The client believes a server's refusal",
    rule: 'client: reads a refusal, or nothing comes',
    next: (world, real) =>
      world.reply402 && world.client === client('waits')
        ? { ...world, client: 0, purchase: at(purchaseStates, 'void') }
        : real(world),
  },
  {
    budget,
    bug: 'An empty wallet is a refusal, also if a transaction was sent before',
    rule: 'settlement: finds the wallet empty',
    next: (world, real) => real({ ...world, sentBefore: 0 }),
  },
  {
    budget: { tries: 2, instances: 1, reorganisations: 1 },
    bug: 'A reorganisation is ignored',
    rule: '0 loop: misses the transfer',
    next: () => undefined,
  },
  {
    budget,
    bug: 'Settled payments are not turned into debts after a crash',
    rule: '0 loop: writes owed',
    next: (world, real) => {
      const after = real(world)
      return after && { ...world, loop0: after.loop0 }
    },
  },
  {
    budget,
    bug: 'A claim of credits is not recorded as the answer',
    rule: '0 turns a debt into credits',
    next: (world, real) => {
      const after = real(world)
      return after && { ...after, record: world.record }
    },
  },
]

export const plantedInSigner: readonly (Planted<SignerWorld> & { budget: SignerBudget })[] = [
  {
    budget: {},
    bug: 'The signer sends before the hash is stored',
    rule: '0 writes the hash',
    next: (world, real) => {
      const after = real(world)
      return after && { ...after, named0: world.named0, named1: world.named1 }
    },
  },
  {
    budget: {},
    bug: 'A pending payment counts as over before its end',
    rule: 'payment 0 is found over',
    next: tooEarly,
  },
  {
    // Two instances that send at once use each other's transaction counts: a delay, and gas.
    isHarmless: true,
    budget: { moves: 1 },
    bug: 'A lease without a fence',
    rule: '0 proves the lease',
    next: (world, real) => {
      const after = real({ ...world, holder: 0 })
      return after && { ...after, holder: world.holder }
    },
  },
]
