import type { Model, Rule } from './explore.ts'
import { createPacking } from './packing.ts'
import { at } from './payment-state.ts'

const recordStates = ['none', 'claimed', 'broadcast', 'answered', 'failed', 'reorganised'] as const
const phases = ['idle', 'to write', 'to prove', 'to send', 'awaits receipt'] as const

/** Number of transaction counts in the model. More are never needed. */
const countsMax = 3
const unknownCount = countsMax

/**
 * Two payments, the account that settles both, and two instances of which one holds the lease.
 * `pool` holds, for each transaction count, the payments of the transaction in the mempool, as
 * bits. `sent`, `count` and `phase` are in the memory of an instance.
 */
const sizes = {
  record0: recordStates.length,
  record1: recordStates.length,
  /** The transaction in the record: 1 + count * 4 + its payments; 0 for none. */
  named0: 1 + countsMax * 4,
  named1: 1 + countsMax * 4,
  used0: 2,
  used1: 2,
  /** Number of the account's transactions in the chain. */
  mined: countsMax + 1,
  /** The payments that the last block moved. */
  last: 4,
  isLastFinal: 2,
  pool0: 4,
  pool1: 4,
  pool2: 4,
  over: 2,
  holder: 2,
  believes0: 2,
  believes1: 2,
  phase0: phases.length,
  phase1: phases.length,
  batch0: 4,
  batch1: 4,
  count0: countsMax + 1,
  count1: countsMax + 1,
  kills: 3,
  drops: 3,
  reorganisations: 2,
  moves: 3,
} as const

export type SignerWorld = { [field in keyof typeof sizes]: number }

export type SignerBudget = Partial<
  Pick<SignerWorld, 'kills' | 'drops' | 'reorganisations' | 'moves'>
>

const packing = createPacking<SignerWorld>(sizes)
const both = [0, 1] as const
type One = (typeof both)[number]
const record = (name: (typeof recordStates)[number]) => at(recordStates, name)
const phase = (name: (typeof phases)[number]) => at(phases, name)
const holds = (batch: number, payment: One) => (batch & (1 << payment)) !== 0
const poolOf = (world: SignerWorld, count: number) => world[`pool${count as 0 | 1 | 2}`] as number

/**
 * Model B: state that payments share: transaction counts, replaced transactions, batches, and the
 * lease. An instance may wrongly believe that it holds the lease until it proves it before each
 * broadcast.
 */
export function signerModel(budget: SignerBudget): Model<SignerWorld> {
  const zeroes = Object.fromEntries(Object.keys(sizes).map((field) => [field, 0])) as SignerWorld
  const start = { ...zeroes, ...budget, believes0: 1, count0: unknownCount, count1: unknownCount }
  return {
    start,
    packing,
    fault: faultOf,
    isEnd,
    rules: [...both.flatMap(instanceRules), ...both.flatMap(paymentRules), ...chainRules],
    // Both payments are equivalent.
    canonical: (world) => {
      const swapped = swapPayments(world)
      const isLess =
        packing.high(swapped) < packing.high(world) ||
        (packing.high(swapped) === packing.high(world) && packing.low(swapped) < packing.low(world))
      return isLess ? swapped : world
    },
  }
}

function swapPayments(world: SignerWorld): SignerWorld {
  const bits = (batch: number) => ((batch & 1) << 1) | (batch >> 1)
  const name = (named: number) => (named === 0 ? 0 : 1 + ((named - 1) & ~3) + bits((named - 1) & 3))
  return {
    ...world,
    record0: world.record1,
    record1: world.record0,
    used0: world.used1,
    used1: world.used0,
    named0: name(world.named1),
    named1: name(world.named0),
    last: bits(world.last),
    pool0: bits(world.pool0),
    pool1: bits(world.pool1),
    pool2: bits(world.pool2),
    batch0: bits(world.batch0),
    batch1: bits(world.batch1),
  }
}

/**
 * Whether the payment may be sent. An answered payment returns if a reorganisation removed its
 * transfer.
 */
function isToSettle(world: SignerWorld, payment: One): boolean {
  const state = world[`record${payment}`]
  return (
    [record('claimed'), record('broadcast'), record('reorganised')].includes(state) &&
    !world[`used${payment}`]
  )
}

/** An instance that believes it holds the lease: `settleTogether` and the sender. */
function instanceRules(i: One): Rule<SignerWorld>[] {
  const [place, batch, count, believes] = [
    `phase${i}`,
    `batch${i}`,
    `count${i}`,
    `believes${i}`,
  ] as const
  const from = (
    name: (typeof phases)[number],
    suffix: string,
    next: (world: SignerWorld) => SignerWorld | undefined,
  ) => ({
    name: `${i} ${suffix}`,
    next: (world: SignerWorld) => (world[place] === phase(name) ? next(world) : undefined),
  })
  /** A sent transaction remains in the pool. Its count is read again. */
  const giveUp = (world: SignerWorld) => ({
    ...world,
    [place]: phase('idle'),
    [batch]: 0,
    [count]: unknownCount,
  })
  return [
    ...([1, 2, 3] as const).map((chosen) =>
      from('idle', `takes the batch ${chosen}`, (world) => {
        const isChosen = both.every((one) => !holds(chosen, one) || isToSettle(world, one))
        if (!world[believes] || !isChosen || world.over) return undefined
        const at = world[count] === unknownCount ? world.mined : world[count]
        if (at >= countsMax) return undefined
        return { ...world, [place]: phase('to write'), [batch]: chosen, [count]: at }
      }),
    ),
    from('to write', 'writes the hash', (world) => {
      const after = { ...world, [place]: phase('to prove') }
      for (const one of both) {
        if (!holds(world[batch], one)) continue
        const state = world[`record${one}`]
        // If the record refuses the move, nothing is sent.
        if (state === record('answered') || state === record('failed')) return giveUp(world)
        if (state === record('claimed')) after[`record${one}`] = record('broadcast')
        after[`named${one}`] = 1 + world[count] * 4 + world[batch]
      }
      return after
    }),
    from('to prove', 'proves the lease', (world) =>
      world.holder === i
        ? { ...world, [place]: phase('to send') }
        : { ...giveUp(world), [believes]: 0 },
    ),
    from('to send', 'sends', (world) => {
      if (world[count] < world.mined) return giveUp(world)
      return {
        ...world,
        [`pool${world[count]}`]: world[batch],
        [place]: phase('awaits receipt'),
      }
    }),
    from('awaits receipt', 'offers a higher fee', (world) =>
      world[count] >= world.mined ? { ...world, [place]: phase('to write') } : undefined,
    ),
    from('awaits receipt', 'finds its count mined', (world) => {
      if (world[count] >= world.mined) return undefined
      const after = { ...world, [place]: phase('idle'), [batch]: 0, [count]: world[count] + 1 }
      for (const one of both)
        if (holds(world[batch], one) && world[`used${one}`])
          after[`record${one}`] = settled(world, one)
      return after
    }),
    from('awaits receipt', 'gives up', giveUp),
    {
      name: `${i} hears that it holds the lease`,
      next: (world) =>
        world.holder === i && !world[believes] ? { ...world, [believes]: 1 } : undefined,
    },
    {
      name: `${i} is killed`,
      next: (world) =>
        world.kills > 0
          ? { ...giveUp(world), kills: world.kills - 1, [believes]: Number(world.holder === i) }
          : undefined,
    },
  ]
}

/** Writes a settlement. The answer follows, or was given before. */
function settled(world: SignerWorld, payment: One): number {
  const state = world[`record${payment}`]
  return state === record('failed') ? state : record('answered')
}

/** A client, and the loop of either instance. */
function paymentRules(payment: One): Rule<SignerWorld>[] {
  const [state, used] = [`record${payment}`, `used${payment}`] as const
  return [
    {
      name: `payment ${payment} is claimed`,
      next: (world) =>
        world[state] === record('none') && !world.over
          ? { ...world, [state]: record('claimed') }
          : undefined,
    },
    {
      name: `payment ${payment} is found settled`,
      next: (world) =>
        world[used] && [1, 2, 5].includes(world[state])
          ? { ...world, [state]: settled(world, payment) }
          : undefined,
    },
    {
      name: `payment ${payment} is found over`,
      next: (world) =>
        world.over && !world[used] && [1, 2, 5].includes(world[state])
          ? { ...world, [state]: record('failed') }
          : undefined,
    },
    {
      name: `payment ${payment} is found removed`,
      next: (world) =>
        world[state] === record('answered') && !world[used]
          ? { ...world, [state]: record('reorganised') }
          : undefined,
    },
  ]
}

const chainRules: readonly Rule<SignerWorld>[] = [
  {
    name: 'chain: mines the next count',
    next: (world) => {
      if (world.mined >= countsMax) return undefined
      const batch = poolOf(world, world.mined)
      if (batch === 0) return undefined
      const after = { ...world, mined: world.mined + 1, [`pool${world.mined}`]: 0 }
      after.last = 0
      after.isLastFinal = 0
      for (const one of both)
        if (holds(batch, one) && !world[`used${one}`] && !world.over) {
          after[`used${one}`] = 1
          after.last |= 1 << one
        }
      return after
    },
  },
  {
    name: 'chain: is final',
    next: (world) => (world.isLastFinal ? undefined : { ...world, isLastFinal: 1 }),
  },
  ...([true, false] as const).map((returns) => ({
    name: `chain: removes the last block, its transaction is ${returns ? 'pending again' : 'lost'}`,
    next: (world: SignerWorld) => {
      if (world.reorganisations === 0 || world.mined === 0 || world.isLastFinal) return undefined
      const after = {
        ...world,
        reorganisations: world.reorganisations - 1,
        mined: world.mined - 1,
        last: 0,
        [`pool${world.mined - 1}`]: returns ? world.last : 0,
        isLastFinal: 1,
      }
      for (const one of both) if (holds(world.last, one)) after[`used${one}`] = 0
      return after
    },
  })),
  ...([0, 1, 2] as const).map((count) => ({
    name: `chain: drops the transaction of count ${count}`,
    next: (world: SignerWorld) =>
      world.drops > 0 && poolOf(world, count) !== 0
        ? { ...world, drops: world.drops - 1, [`pool${count}`]: 0 }
        : undefined,
  })),
  {
    name: 'time: passes the end of the authorizations',
    next: (world) => (world.over ? undefined : { ...world, over: 1 }),
  },
  {
    name: 'the lease moves',
    next: (world) =>
      world.moves > 0 ? { ...world, moves: world.moves - 1, holder: 1 - world.holder } : undefined,
  },
]

function faultOf(world: SignerWorld): string | undefined {
  for (const one of both) {
    const [state, used] = [world[`record${one}`], world[`used${one}`]]
    const isPending = [0, 1, 2].some(
      (count) => count >= world.mined && holds(poolOf(world, count), one),
    )
    if ((isPending || used) && world[`named${one}`] === 0)
      return 'A transaction is at the nodes, and the record does not name it.'
    if (state === record('failed') && used) return 'A payment failed in the record and moved.'
    if (state === record('failed') && isPending && !world.over)
      return 'A payment failed in the record while a transaction may still move it.'
    if (isEnd(world) && (state === record('answered')) !== (used === 1))
      return 'The record and the chain differ at the end.'
  }
  return undefined
}

function isEnd(world: SignerWorld): boolean {
  const isQuiet = world.phase0 === phase('idle') && world.phase1 === phase('idle')
  const isClosed = both.every((one) => [0, 3, 4].includes(world[`record${one}`]))
  const isFinal = world.isLastFinal === 1 || world.mined === 0
  const isSeen = both.every(
    (one) => world[`record${one}`] !== record('answered') || world[`used${one}`] === 1,
  )
  return isQuiet && isClosed && isFinal && isSeen && world.over === 1
}
