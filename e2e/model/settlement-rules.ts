import type { Rule } from './explore.ts'
import {
  at,
  chainStates,
  collectorPlaces,
  moveRecord,
  type PaymentWorld,
  servePlaces,
  settlePlaces,
} from './payment-state.ts'
import { isUsed } from './server-rules.ts'

type Outcome = 'settled' | 'refused for good' | 'refused for now' | 'unknown'

/**
 * The settlement at the instance that holds the lease. Waiting requests, at either instance,
 * receive its outcome. If the outcome is lost, they start it again.
 */
export function settlementRules(): Rule<PaymentWorld>[] {
  const from = (
    place: (typeof settlePlaces)[number],
    name: string,
    next: (world: PaymentWorld) => PaymentWorld | undefined,
  ) => ({
    name: `settlement: ${name}`,
    next: (world: PaymentWorld) =>
      world.settle === at(settlePlaces, place) ? next(world) : undefined,
  })
  const go = (world: PaymentWorld, place: (typeof settlePlaces)[number]) => ({
    ...world,
    settle: at(settlePlaces, place),
  })
  const isCanceled = ({ chain }: PaymentWorld) => chain === at(chainStates, 'canceled')
  const loss = (world: PaymentWorld) =>
    world.losses > 0 ? { ...world, losses: world.losses - 1 } : undefined
  return [
    from('none', 'begins', (world) =>
      waits(world) ? { ...go(world, 'to prove'), sentBefore: world.hash } : undefined,
    ),
    from('to prove', 'is proven', (world) => {
      if (isUsed(world)) return tell(world, 'settled')
      if (world.over) return tell(world, 'refused for good')
      // A reorganisation may remove the cancellation.
      if (isCanceled(world)) return tell(world, world.sentBefore ? 'unknown' : 'refused for now')
      return go(world, 'to write')
    }),
    from('to prove', 'finds the wallet empty', (world) => {
      if (world.refusals === 0 || isUsed(world) || isCanceled(world) || world.over) return undefined
      const empty = { ...world, refusals: world.refusals - 1 }
      // A transaction that was sent before, but is not mined, may still move the money.
      return tell(empty, world.sentBefore ? 'unknown' : 'refused for now')
    }),
    from('to prove', 'reads a node that is behind', (world) => {
      const lost = world.over || !(isUsed(world) || isCanceled(world)) ? undefined : loss(world)
      return lost && go(lost, 'to write')
    }),
    from('to prove', 'cannot read the chain', (world) => {
      const lost = loss(world)
      return lost && tell(lost, 'unknown')
    }),
    from('to write', 'writes the hash', (world) => {
      const after = moveRecord(world, 'broadcast')
      // If the record refuses the move, nothing is sent.
      const isWritten = [1, 3, 4, 10].includes(after.record) && after.hash === 1
      return isWritten ? go(after, 'to send') : tell(world, 'unknown')
    }),
    from('to send', 'sends', (world) => go({ ...world, mempool: 1 }, 'awaits receipt')),
    from('to send', 'loses what it sends', (world) => {
      const lost = loss(world)
      return lost && go({ ...lost, mempool: Math.max(lost.mempool, 2) }, 'awaits receipt')
    }),
    from('awaits receipt', 'has the receipt', (world) => {
      if (isUsed(world)) return tell(world, 'settled')
      if (world.mempool === 1) return undefined
      return world.over ? tell(world, 'refused for good') : undefined
    }),
    from('awaits receipt', 'gives up', (world) => {
      if (world.mempool !== 1) return isUsed(world) ? undefined : tell(world, 'unknown')
      const lost = loss(world)
      return lost && tell(lost, 'unknown')
    }),
  ]
}

const threads = ['serve0', 'serve1', 'collect0', 'collect1'] as const

function waits(world: PaymentWorld): boolean {
  return threads.some((thread) => world[thread] === waitingPlace(thread))
}

function waitingPlace(thread: (typeof threads)[number]): number {
  return thread.startsWith('serve')
    ? at(servePlaces, 'awaits settlement')
    : at(collectorPlaces, 'awaits settlement')
}

/** Ends the settlement and reports its outcome to all waiting requests. */
function tell(world: PaymentWorld, outcome: Outcome): PaymentWorld {
  const after = { ...world, settle: at(settlePlaces, 'none'), sentBefore: 0 }
  for (const thread of threads) {
    if (world[thread] !== waitingPlace(thread)) continue
    after[thread] = thread.startsWith('serve')
      ? at(servePlaces, serveAfter[outcome])
      : at(collectorPlaces, collectAfter[outcome])
  }
  return after
}

const serveAfter = {
  settled: 'knows settled',
  'refused for good': 'knows refused',
  'refused for now': 'knows refused',
  unknown: 'replies 503',
} as const
const collectAfter = {
  settled: 'knows settled',
  'refused for good': 'knows refused',
  'refused for now': 'idle',
  unknown: 'idle',
} as const
