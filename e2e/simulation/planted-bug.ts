import type { Invariant } from './checks/books.ts'
import type { Plan } from './plan.ts'
import type { Wraps } from './wraps.ts'

/** A kind of bug that really happened, as changes around the real parts. */
export type PlantedBug = {
  /** Description of the bug for the table of the docs. */
  does: string
  wraps: Partial<Wraps>
  /** What the bug needs of a plan. */
  plan?: Partial<Plan>
  /** Invariants that may find it; absent where a second check makes it harmless alone. */
  foundBy?: readonly Invariant[]
  /** The second check. */
  guard?: string
}
