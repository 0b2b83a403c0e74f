import { type MoveTarget, moves } from '../../packages/server/src/storage/payments/payment-moves.ts'
import type { PaymentState } from '../../packages/server/src/storage/payments/payment-record.ts'
import { createPacking } from './packing.ts'

/** States of a server's payment record, as numbers. `none`: there is no row. */
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

/** States of the client's purchase, as numbers. */
export const purchaseStates = ['none', 'signed', 'unknown', 'settled', 'answered', 'void'] as const

/** State of the authorization on the chain. `final`: used, in a block that cannot be removed. */
export const chainStates = ['unused', 'used', 'final', 'canceled'] as const

/**
 * Steps of an instance for the requests that share its leader. Between two places, the instance
 * reads or writes shared state.
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

/** The loop of an instance: the chain state that it has read but not yet written. */
export const loopPlaces = ['idle', 'saw removal', 'saw settled', 'saw over', 'owes'] as const

/** The task of an instance that settles a payment that was answered before settlement. */
export const collectorPlaces = [
  'idle',
  'awaits settlement',
  'knows settled',
  'knows refused',
] as const

/** The one settlement in progress, at the instance that holds the lease. */
export const settlePlaces = ['none', 'to prove', 'to write', 'to send', 'awaits receipt'] as const

export const clientPlaces = ['idle', 'waits', 'in doubt', 'saw used', 'saw over'] as const

/**
 * One payment: state of the disks, the chain, the network, two instances and the client, and the
 * remaining faults. All are small integers. Instance 0 holds the lease.
 */
export const sizes = {
  record: recordStates.length,
  /** Whether the record names a transaction. */
  hash: 2,
  /** A reorganisation removed the transfer of a `broadcast` payment. */
  removed: 2,
  /** Whether the stored answer is that the payment became credits. */
  credited: 2,
  chain: chainStates.length,
  /** Whether the authorization was ever used, even if a reorganisation removed the transfer. */
  moved: 2,
  /** Our transaction: never sent, in the mempool, or sent before. Others can copy a sent one. */
  mempool: 3,
  /** Whether the chain time is past the end of the authorization. */
  over: 2,
  settle: settlePlaces.length,
  /** Whether the settlement in progress knows that a transaction was sent before. */
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
  /** Remaining faults and tries. */
  tries: 4,
  kills: 3,
  losses: 3,
  drops: 2,
  reorganisations: 2,
  /**
   * The wallet is empty, an execution fails, a third party submits or cancels: each at most once.
   */
  refusals: 2,
  failures: 2,
  strangers: 2,
  /** Whether the payer submitted the authorization itself. Only the payer can. */
  own: 2,
} as const

export type PaymentWorld = { [field in keyof typeof sizes]: number }

export const packing = createPacking<PaymentWorld>(sizes)

/** The index of a name in one of the lists above. */
export function at<name extends string>(names: readonly name[], name: NoInfer<name>): number {
  return names.indexOf(name)
}

/** The record after a write by the product, from the same table as the product's statements. */
export function moveRecord(world: PaymentWorld, target: MoveTarget): PaymentWorld {
  const from = recordStates[world.record]!
  const move = moves[target].find((each) => (each.from as readonly string[]).includes(from))
  if (!move) return world
  const record = at(recordStates, move.to)
  const hash =
    target === 'broadcast' || target === 'settled' || target === 'bought' ? 1 : world.hash
  // The reason of a removal remains until the payment settles or becomes impossible.
  return { ...world, record, hash, removed: move.to === 'broadcast' ? world.removed : 0 }
}
