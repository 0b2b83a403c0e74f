import type { Packing } from './packing.ts'

/** One possible step of the system. */
export type Rule<state> = {
  name: string
  /** The state after the step; `undefined` where the step is not possible. */
  next(state: state): state | undefined
}

/** A transition system with its invariants. */
export type Model<state> = {
  start: state
  rules: readonly Rule<state>[]
  packing: Packing<state>
  /** The smallest of the states that differ only in the names of equal parts. */
  canonical(state: state): state
  /** The invariant that this state violates, as text. */
  fault(state: state): string | undefined
  /** Whether the state is an end: nothing has to follow. */
  isEnd(state: state): boolean
}

export type Exploration = {
  states: number
  transitions: number
  /** False if `statesMax` stopped the exploration. */
  isComplete: boolean
  /** Number of uses of each rule. */
  taken: ReadonlyMap<string, number>
  /** The shortest path to a bad state, as names of rules, and the violation. */
  violation?: { fault: string; path: readonly string[] }
  /** A state that cannot reach an end, with the path to it. Only if the exploration is complete. */
  stuck?: { path: readonly string[] }
}

export type ExploreOptions<state> = {
  /** A state takes 22 bytes. */
  statesMax?: number
  /** Called for each transition. */
  onStep?: (before: state, after: state) => void
}

/**
 * Explores all states breadth first, so that a violation has the shortest path.
 */
export function explore<state>(
  model: Model<state>,
  { statesMax = 4_000_000, onStep }: ExploreOptions<state> = {},
): Exploration {
  const seen = createStates(statesMax)
  const taken = new Map(model.rules.map(({ name }) => [name, 0]))
  const reach = (state: state, from: number, rule: number) => {
    const least = model.canonical(state)
    return seen.add(model.packing.low(least), model.packing.high(least), from, rule)
  }
  const path = (index: number) => seen.path(index).map((rule) => model.rules[rule]!.name)
  const at = (index: number) => model.packing.unpack(seen.low(index), seen.high(index))

  reach(model.start, 0, 0)
  let transitions = 0
  for (let index = 0; index < seen.size(); index += 1) {
    const state = at(index)
    const fault = model.fault(state)
    if (fault !== undefined) {
      const violation = { fault, path: path(index) }
      return { states: seen.size(), transitions, isComplete: false, taken, violation }
    }
    for (const [rule, { name, next }] of model.rules.entries()) {
      const after = next(state)
      if (after === undefined) continue
      transitions += 1
      onStep?.(state, after)
      taken.set(name, taken.get(name)! + 1)
      if (seen.size() >= statesMax)
        return { states: seen.size(), transitions, isComplete: false, taken }
      reach(after, index, rule)
    }
  }
  const counts = { states: seen.size(), transitions, isComplete: true, taken }
  const stuck = firstWithoutEnd(model, seen.size(), at, (state) => {
    const least = model.canonical(state)
    return seen.indexOf(model.packing.low(least), model.packing.high(least))
  })
  return stuck === undefined ? counts : { ...counts, stuck: { path: path(stuck) } }
}

/** Marks states that lead to an end. Runs backwards in passes until nothing changes. */
function firstWithoutEnd<state>(
  model: Model<state>,
  states: number,
  at: (index: number) => state,
  indexOf: (state: state) => number,
): number | undefined {
  const ends = new Uint8Array(states)
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    // Ends are found last, so one backward pass marks most states.
    for (let index = states - 1; index >= 0; index -= 1) {
      if (ends[index]) continue
      const state = at(index)
      const leads =
        model.isEnd(state) ||
        model.rules.some(({ next }) => {
          const after = next(state)
          return after !== undefined && ends[indexOf(after)] === 1
        })
      if (!leads) continue
      ends[index] = 1
      hasChanged = true
    }
  }
  const first = ends.indexOf(0)
  return first === -1 ? undefined : first
}

/** Stores states in the order of discovery, with the step that reached each. */
function createStates(statesMax: number) {
  const slots = 2 ** Math.ceil(Math.log2(statesMax * 1.6))
  /** Index + 1 of the state in a slot. */
  const table = new Uint32Array(slots)
  const [lows, highs, parents] = [1, 2, 3].map(() => new Uint32Array(statesMax)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  const rules = new Uint16Array(statesMax)
  let size = 0
  const slotOf = (low: number, high: number) => {
    let hash = Math.imul(low ^ (high >>> 15), 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    let slot = (hash ^ (hash >>> 16)) & (slots - 1)
    for (; table[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
      const index = table[slot]! - 1
      if (lows[index] === low && highs[index] === high) break
    }
    return slot
  }
  return {
    size: () => size,
    low: (index: number) => lows[index]!,
    high: (index: number) => highs[index]!,
    indexOf: (low: number, high: number) => table[slotOf(low, high)]! - 1,
    add(low: number, high: number, parent: number, rule: number) {
      const slot = slotOf(low, high)
      if (table[slot] !== 0) return
      lows[size] = low
      highs[size] = high
      parents[size] = parent
      rules[size] = rule
      size += 1
      table[slot] = size
    },
    /** The rules that lead from the start to a state. */
    path(index: number) {
      const steps: number[] = []
      for (let at = index; at !== 0; at = parents[at]!) steps.unshift(rules[at]!)
      return steps
    },
  }
}
