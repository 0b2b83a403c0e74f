import { createChoices } from './world/choices.ts'
import { type FaultKind, faultKinds } from './world/world.ts'

/**
 * Everything that a seed decides before the run. Shrinking changes it; a regression file stores it.
 */
export type Plan = {
  seed: number
  clients: number
  purchases: number
  /** Organisations that buy on credits. The first uses idempotency keys. */
  customers: number
  instances: number
  isAsync: boolean
  /** Whether a third party's facilitator settles. Absent: the server's own settler does. */
  isRemote?: boolean
  /** Percentage of purchases that buy credits. Absent: none. */
  topUps?: number
  /** About so many payments an hour, the server pays for their gas. Absent: gas is free. */
  gasPerHour?: number | undefined
  /** Cap of a client's day, in prices of one purchase. Absent: more than it buys. */
  dayCap?: number | undefined
  /** The same for 30 days, and for each of two sessions. */
  monthCap?: number | undefined
  sessionCap?: number | undefined
  /** Do agents buy through the proxy of the first client? What they may spend in a day, in prices. */
  agentsPerDay?: number | undefined
  /** Do the agents call the proxy by MCP? Otherwise below its surfaces. */
  hasMcpAgents?: boolean
  /** Do requests go through the HTTP routes of the servers? */
  hasRoutes?: boolean
  /** Do requests also arrive at the routes of the tools and of MCP? Only if there are routes. */
  hasTools?: boolean
  /** Does the only server write real pages, which a crash tears? Absent: it keeps whole commits. */
  hasPages?: boolean
  /** Whether the clients have their own node. */
  hasNode: boolean
  /** USDC of each wallet, as a multiple of one purchase's price. */
  wealth: number
  /** Do users fund an empty wallet and raise a cap that is reached? Absent: they stop buying. */
  refills?: boolean
  perMille: Partial<Record<FaultKind, number>>
  /** Excluded single faults: `KIND ABOUT#COUNT`. */
  off: readonly string[]
  /** Delays that shrinking set to their least value. */
  least?: readonly string[]
}

/** Maximum rate of each kind, per thousand possible places. */
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
  'blocked account': 15,
  'settled by stranger': 60,
  'canceled by payer': 25,
  'emptied wallet': 15,
  'failing upstream': 80,
  'partial answer': 120,
  'upstreams down': 60,
  'client gives up': 250,
  'two commands': 120,
  'power failure': 120,
  'failing facilitator': 300,
  'skewed clocks': 1_000,
  'clock set': 15,
  'bad gateway': 80,
  'refusing node': 60,
  'failed read': 10,
  'client disk': 10,
  'abandoned by user': 200,
  'stop server': 3,
  'halted chain': 4,
  'late finality': 4,
  'settler without ether': 30,
  'settler used elsewhere': 10,
  'slow upstream': 40,
  'submitted by payer': 60,
  'slow signer': 30,
  'failing signer': 40,
  'claim beside a command': 200,
  'late refusal': 400,
  'removed while down': 400,
  'restored server': 150,
  'restored client': 15,
  'copied client': 15,
}

const wealthy = 1_000

/**
 * Whether nothing can fail: no kind of fault is on, no ceiling of gas is reached, and no wallet is
 * empty.
 */
export function isFaultless({ perMille, gasPerHour, wealth, topUps = 0 }: Plan): boolean {
  const isRich = wealth >= wealthy && topUps === 0
  return Object.keys(perMille).length === 0 && gasPerHour === undefined && isRich
}

/** Draws a plan: half of the kinds of fault, each with its own rate. */
export function planOf(seed: number, purchases: number): Plan {
  const { choose } = createChoices(seed)
  const perMille: Plan['perMille'] = {}
  for (const kind of faultKinds) {
    const isOn = choose(`is ${kind}`, 2) === 0
    const rate = 1 + choose(`rate ${kind}`, 1_000)
    if (isOn && highest[kind] > 0) perMille[kind] = (highest[kind] * rate) / 1_000
  }
  return {
    seed,
    purchases,
    perMille,
    off: [],
    clients: 1 + choose('clients', Math.max(3, Math.min(25, Math.ceil(purchases / 4)))),
    // Three instances take five times as long as one.
    instances: [1, 1, 1, 1, 1, 2, 2, 3][choose('instances', 8)]!,
    customers: [0, 0, 1, 2][choose('customers', 4)]!,
    isAsync: choose('async', 4) === 0,
    isRemote: choose('remote', 5) === 0,
    gasPerHour: [20, 100, 1_000, 4_000][choose('gas', 8)],
    topUps: choose('top-ups', 2) * 15,
    agentsPerDay: choose('proxy', 4) === 0 ? 2 + choose('prices of agents', 60) : undefined,
    hasMcpAgents: choose('mcp agents', 2) === 0,
    dayCap: choose('day cap', 5) === 0 ? 1 + choose('prices of cap', 20) : undefined,
    monthCap: choose('month cap', 8) === 0 ? 1 + choose('prices of month', 40) : undefined,
    sessionCap: choose('session cap', 8) === 0 ? 1 + choose('prices of session', 20) : undefined,
    hasRoutes: choose('routes', 5) === 0,
    hasTools: choose('tools', 4) > 0,
    hasPages: choose('pages', 25) === 0,
    hasNode: choose('node', 3) > 0,
    wealth: choose('wealth', 4) === 0 ? 1 + choose('poor', 4) : wealthy,
    refills: choose('refills', 5) > 0,
  }
}
