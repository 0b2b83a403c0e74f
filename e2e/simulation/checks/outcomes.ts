import type { Hex } from '@fiq/shared/payment/wire'
import type { FaultKind, World } from '../world/world.ts'
import type { Books } from './books.ts'

/** How a payment ended. Each payment has one of these outcomes, in the order of the table. */
export const outcomes = [
  'answered',
  'answer not fetched',
  'owed',
  'no money moved',
  'paid elsewhere',
] as const
export type OutcomeName = (typeof outcomes)[number]

/** Number of payments by outcome. */
export type OutcomeCounts = Readonly<Partial<Record<OutcomeName, number>>>

/**
 * How the payments ended during which a kind of fault happened, by kind. `none`: payments during
 * which nothing failed. A payment lasts from its first to its last event, without its finality.
 * It counts once for each kind. A fault of one client counts for the payments of this client only.
 */
export function outcomesByFault(
  { events, known, outcomeOf }: Books,
  { faults }: World,
): Record<string, OutcomeCounts> {
  const times = new Map<FaultKind, Map<string, number[]>>()
  for (const { at, kind, client } of faults) {
    const ofKind = times.get(kind) ?? new Map<string, number[]>()
    times.set(kind, ofKind)
    const ofClient = ofKind.get(client) ?? []
    ofKind.set(client, ofClient)
    ofClient.push(at)
  }
  const lives = new Map<string, { from: number; to: number }>()
  for (const { at, event } of events) {
    if (!('payment' in event) || (event.is === 'chain' && event.what === 'final')) continue
    const life = lives.get(event.payment)
    if (life) life.to = at
    else lives.set(event.payment, { from: at, to: at })
  }
  const counts: Record<string, Partial<Record<OutcomeName, number>>> = {}
  for (const [nonce, { machine }] of known) {
    const life = lives.get(nonce)
    if (!life) continue
    const outcome = outcomeOf(nonce as Hex)
    const met = [...times].filter(([, ofKind]) =>
      [everybody, machine.user].some((client) => isAny(ofKind.get(client), life)),
    )
    for (const kind of met.length === 0 ? ['none'] : met.map(([kind]) => kind)) {
      const ofKind = counts[kind] ?? {}
      counts[kind] = { ...ofKind, [outcome]: (ofKind[outcome] ?? 0) + 1 }
    }
  }
  return counts
}

/** In place of the client of a fault that concerns all of them. */
const everybody = ''

/** Whether one of the sorted times is in a period. */
function isAny(times: readonly number[] = [], { from, to }: { from: number; to: number }): boolean {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < from) low = middle + 1
    else high = middle
  }
  return low < times.length && times[low]! <= to
}
