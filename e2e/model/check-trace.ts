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

/** Every fault is possible again after each step: a real run has no budget of them. */
const always = {
  tries: 1,
  ...{ kills: 1, losses: 1, drops: 1, reorganisations: 1, refusals: 1, failures: 1, strangers: 1 },
} as const

/** States reached together; more than these means that the model says too little. */
const statesMax = 2_000_000

/**
 * Checks recorded events of one payment against the model: after the hidden steps of the model, each
 * event must be a step of it. Equal sequences are checked once.
 */
export function createTraceChecker({ isAsync, instances }: Pick<Budget, 'isAsync' | 'instances'>) {
  const { start, rules } = paymentModel({ ...always, instances, isAsync })
  const known = new Map<string, ReadonlyMap<string, PaymentWorld>>()
  known.set('', closureOf([start], rules))
  return {
    /** @returns The first event that the model does not allow, in words; `undefined` if all are. */
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
    /** How many different beginnings of histories were checked. */
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

/** The states that steps lead to which no recorder sees. */
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

/** The recorder's view of a step of the model. */
function observe(before: PaymentWorld, after: PaymentWorld): string | undefined {
  if (before.record !== after.record)
    return `row ${recordStates[before.record]} > ${recordStates[after.record]}`
  if (before.purchase !== after.purchase)
    return `purchase ${purchaseStates[before.purchase]} > ${purchaseStates[after.purchase]}`
  if (before.chain !== after.chain) return `chain ${chainStates[after.chain]}`
  return undefined
}

/** The same for a recorded event; nothing if the model does not distinguish it. */
function observationOf(event: MoneyEvent): string[] {
  if (event.is === 'row' && event.from !== event.to)
    return [`row ${event.from || 'none'} > ${event.to}`]
  if (event.is === 'purchase') {
    // A reservation is no payment yet: nothing is signed.
    const from = event.from === '' || event.from === 'reserved' ? 'none' : event.from
    const isBefore = event.to === 'reserved' || (from === 'none' && event.to === 'void')
    return isBefore || from === event.to ? [] : [`purchase ${from} > ${event.to}`]
  }
  if (event.is !== 'chain') return []
  const state = { used: 'used', final: 'final', void: 'canceled', undone: 'unused' } as const
  return event.what in state ? [`chain ${state[event.what as keyof typeof state]}`] : []
}
