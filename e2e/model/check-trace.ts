import type { MoneyEvent } from '../simulation/money-event.ts'
import type { Rule } from './explore.ts'
import { type Budget, paymentModel } from './payment-model.ts'
import {
  chainStates,
  type PaymentWorld,
  packing,
  purchaseStates,
  recordStates,
} from './payment-state.ts'

/** Every fault is possible again after each step, because a real run has no fault budget. */
const always = {
  tries: 1,
  kills: 1,
  losses: 1,
  drops: 1,
  reorganisations: 1,
  refusals: 1,
  failures: 1,
  strangers: 1,
} as const

/** Maximum number of possible states. More means that the model is too permissive. */
const statesMax = 2_000_000

/**
 * Checks the recorded events of one payment against the model: each event must be a step that the
 * model allows, after any hidden steps. Checks equal sequences once.
 */
export function createTraceChecker({ isAsync, instances }: Pick<Budget, 'isAsync' | 'instances'>) {
  const { start, rules } = paymentModel({ ...always, instances, isAsync })
  const known = new Map<string, ReadonlyMap<string, PaymentWorld>>()
  known.set('', closureOf([start], rules))
  return {
    /**
     * @returns The first event that the model does not allow, as text; `undefined` if all are
     * allowed.
     */
    check(events: readonly MoneyEvent[]): string | undefined {
      let prefix = ''
      for (const observation of events.flatMap(observationOf)) {
        const before = known.get(prefix)!
        const next = `${prefix}, ${observation}`
        if (!known.has(next)) known.set(next, after(before, observation, rules))
        if (known.get(next)!.size === 0)
          return `After ${prefix.slice(2) || 'the start'}: ${observation}`
        prefix = next
      }
      return undefined
    },
    /** The number of different histories and beginnings of histories that were checked. */
    prefixes: () => known.size - 1,
  }
}

type States = Map<string, PaymentWorld>

function after(
  states: ReadonlyMap<string, PaymentWorld>,
  observation: string,
  rules: readonly Rule<PaymentWorld>[],
): States {
  const reached: PaymentWorld[] = []
  for (const state of states.values())
    for (const { next } of rules) {
      const world = next(state)
      if (world && observe(state, world) === observation) reached.push(world)
    }
  return closureOf(reached, rules)
}

/** The states that can be reached by unrecorded steps. */
function closureOf(from: readonly PaymentWorld[], rules: readonly Rule<PaymentWorld>[]): States {
  const states: States = new Map()
  const open: PaymentWorld[] = []
  const add = (world: PaymentWorld) => {
    const state = { ...world, ...always }
    const key = `${packing.low(state)} ${packing.high(state)}`
    if (states.has(key)) return
    if (states.size === statesMax) throw new Error(`More than ${statesMax} states explain it.`)
    states.set(key, state)
    open.push(state)
  }
  for (const world of from) add(world)
  for (let state = open.pop(); state; state = open.pop())
    for (const { next } of rules) {
      const world = next(state)
      if (world && observe(state, world) === undefined) add(world)
    }
  return states
}

/** The recorded form of a step of the model. */
function observe(before: PaymentWorld, after: PaymentWorld): string | undefined {
  if (before.record !== after.record)
    return `row ${recordStates[before.record]} > ${recordStates[after.record]}`
  if (before.purchase !== after.purchase)
    return `purchase ${purchaseStates[before.purchase]} > ${purchaseStates[after.purchase]}`
  if (before.chain !== after.chain) return `chain ${chainStates[after.chain]}`
  return undefined
}

/** The same form of a recorded event; empty if the model does not distinguish it. */
function observationOf(event: MoneyEvent): string[] {
  if (event.is === 'row' && event.from !== event.to)
    return [`row ${event.from || 'none'} > ${event.to}`]
  if (event.is === 'purchase') {
    // A reservation is not a payment yet: nothing is signed.
    const [was, to] = [event.from, event.to].map((name) => (name === 'rejected' ? 'unknown' : name))
    const from = was === '' || was === 'reserved' ? 'none' : was
    const isBefore = to === 'reserved' || (from === 'none' && to === 'void')
    return isBefore || from === to ? [] : [`purchase ${from} > ${to}`]
  }
  if (event.is !== 'chain') return []
  const state = { used: 'used', final: 'final', void: 'canceled', undone: 'unused' } as const
  return event.what in state ? [`chain ${state[event.what as keyof typeof state]}`] : []
}
