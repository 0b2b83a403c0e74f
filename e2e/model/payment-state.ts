import { type MoveTarget, moves } from '../../packages/server/src/storage/payments/payment-moves.ts'
import type { PaymentState } from '../../packages/server/src/storage/payments/payment-record.ts'
import { createPacking } from './packing.ts'

/** The states of the record of a server, as numbers. `none`: there is no row. */
export const recordStates = [
  'none',
  'claimed',
  'reserved',
  'broadcast',
  'advanced',
  'failed',
  'unpaid',
  'settled',
  'owed',
  'answered',
  'reorganised',
  'uncollectible',
] as const satisfies readonly (PaymentState | 'none')[]

/** The states of the client's purchase, as numbers. */
export const purchaseStates = ['none', 'signed', 'unknown', 'settled', 'answered', 'void'] as const

/** The authorization on the chain. `final`: used, in a block that cannot be removed. */
export const chainStates = ['unused', 'used', 'final', 'canceled'] as const

/**
 * The steps of an instance for the requests that share its leader. The steps between two places
 * touch state that others see.
 */
export const servePlaces = [
  'idle',
  'to claim',
  'awaits settlement',
  'knows refused',
  'knows settled',
  'answers first',
  'answers again',
  'failed to answer',
  'looks for failed',
  'knows found',
  'replies 200',
  'replies 402',
  'replies 503',
] as const

/** The loop of an instance: the chain state that it read and has not written yet. */
export const loopPlaces = ['idle', 'saw removal', 'saw settled', 'saw over', 'owes'] as const

/** An instance's task that settles a payment that was answered first. */
export const collectorPlaces = [
  'idle',
  'awaits settlement',
  'knows settled',
  'knows refused',
] as const

/** The one settlement under way, at the instance that holds the lease. */
export const settlePlaces = ['none', 'to prove', 'to write', 'to send', 'awaits receipt'] as const

export const clientPlaces = ['idle', 'waits', 'in doubt', 'saw used', 'saw over'] as const

/**
 * One payment: the state of the disks, the chain, the network, two instances and the client, and
 * the remaining faults. All are small integers. Instance 0 holds the lease.
 */
export const sizes = {
  record: recordStates.length,
  /** The record names a transaction. */
  hash: 2,
  /** A reorganisation removed the transfer of a `broadcast` payment. */
  removed: 2,
  /** The stored answer is that the payment became credits. */
  credited: 2,
  chain: chainStates.length,
  /** It was used at some time, even if a reorganisation removed that. */
  moved: 2,
  /** Our transaction: never sent, in the mempool, sent before. Sent ones can be copied by others. */
  mempool: 3,
  /** The chain is past the end of the authorization. */
  over: 2,
  settle: settlePlaces.length,
  /** The settlement under way knows that a transaction was sent before. */
  sentBefore: 2,
  serve0: servePlaces.length,
  serve1: servePlaces.length,
  // Second word.
  /** Requests that wait for the answer of an instance. */
  joined0: 3,
  joined1: 3,
  loop0: loopPlaces.length,
  loop1: loopPlaces.length,
  collect0: collectorPlaces.length,
  collect1: collectorPlaces.length,
  requests: 3,
  reply200: 2,
  reply402: 2,
  reply503: 2,
  client: clientPlaces.length,
  purchase: purchaseStates.length,
  /** Faults and tries that are left. */
  tries: 4,
  kills: 3,
  losses: 3,
  drops: 2,
  reorganisations: 2,
  /**
   * The wallet is empty, an execution fails, a third party submits or cancels: at most one of each.
   */
  refusals: 2,
  failures: 2,
  strangers: 2,
  /** The payer submitted the authorization itself, which only it could. */
  own: 2,
} as const

export type PaymentWorld = { [field in keyof typeof sizes]: number }

export const packing = createPacking<PaymentWorld>(sizes)

/** The number of a name in one of the lists above. */
export function at<name extends string>(names: readonly name[], name: NoInfer<name>): number {
  return names.indexOf(name)
}

/** The record after a write of the product: by the table that its statements are made from. */
export function moveRecord(world: PaymentWorld, target: MoveTarget): PaymentWorld {
  const from = recordStates[world.record]!
  const move = moves[target].find((each) => (each.from as readonly string[]).includes(from))
  if (!move) return world
  const record = at(recordStates, move.to)
  const hash =
    target === 'broadcast' || target === 'settled' || target === 'bought' ? 1 : world.hash
  // The reason of a removal is kept until the payment settles or cannot.
  return { ...world, record, hash, removed: move.to === 'broadcast' ? world.removed : 0 }
}
