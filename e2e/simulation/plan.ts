import { createChoices } from './world/choices.ts'
import { type FaultKind, faultKinds } from './world/world.ts'

/** Everything that a seed decides before it runs. Shrinking changes it, and a regression stores it. */
export type Plan = {
  seed: number
  clients: number
  purchases: number
  /** Organisations that buy on credits: the first with idempotency keys. */
  customers: number
  instances: number
  isAsync: boolean
  /** Do the clients have a node of their own? */
  hasNode: boolean
  /** USDC of each wallet, in prices of one purchase. */
  wealth: number
  perMille: Partial<Record<FaultKind, number>>
  /** Single faults that are left out: `KIND ABOUT#COUNT`. */
  off: readonly string[]
}

/** The highest rate of each kind, of a thousand places where it may be. */
const highest: Readonly<Record<FaultKind, number>> = {
  'kill server': 5,
  'kill client': 15,
  'suspend client': 40,
  'suspend server': 1,
  'lose message': 80,
  'copy message': 100,
  'reset connection': 80,
  'slow network': 60,
  partition: 6,
  'full disk': 20,
  'broken disk': 20,
  'slow disk': 10,
  'lost commit answer': 20,
  'lost node request': 60,
  'lost node answer': 60,
  'lagging node': 200,
  'dropped transaction': 80,
  'full block': 400,
  'dear block': 60,
  reorganisation: 25,
  'pause of token': 4,
  'settled by stranger': 60,
  'canceled by payer': 25,
  'emptied wallet': 15,
  'failing upstream': 80,
  'partial answer': 120,
  'client gives up': 250,
  'two commands': 120,
  'skewed clocks': 1_000,
  'restored journal': 0,
}

/** Draws a plan: half of the kinds of fault, each with a rate of its own. */
export function planOf(seed: number, purchases: number): Plan {
  const { choose } = createChoices(seed)
  const perMille: Plan['perMille'] = {}
  for (const kind of faultKinds) {
    const isOn = choose(`is ${kind}`, 2) === 0
    const rate = 1 + choose(`rate ${kind}`, 1_000)
    if (isOn && highest[kind] > 0) perMille[kind] = (highest[kind] * rate) / 1_000
  }
  return {
    ...{ seed, purchases, perMille, off: [] },
    clients: 1 + choose('clients', Math.max(3, Math.min(25, Math.ceil(purchases / 4)))),
    instances: [1, 1, 1, 2, 3][choose('instances', 5)]!,
    customers: [0, 0, 1, 2][choose('customers', 4)]!,
    isAsync: choose('async', 4) === 0,
    hasNode: choose('node', 3) > 0,
    wealth: choose('wealth', 4) === 0 ? 1 + choose('poor', 4) : 1_000,
  }
}
