/**
 * `node e2e/simulation/find-bugs.ts [--write [BUG…]]`: runs each planted bug until an invariant
 * finds it, or 10,000 purchases have not. `--write` stores the seeds for the tests and the docs; it
 * begins with the seed that is stored already. With names, it searches only these bugs. Without
 * `--write`, runs the stored seeds.
 */
import { defined } from '@fiq/shared/defined'
import './world/install.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './checks/books.ts'

const { plantedBugs, planWith } = await import('./planted-bugs.ts')
const { runPlan } = await import('./run-plan.ts')
const { noWraps } = await import('./wraps.ts')

const file = join(import.meta.dirname, 'planted-seeds.json')
const each = 100
const seedsMax = 100
/** Number of seeds without a finding that count a bug as harmless alone. */
const harmlessSeeds = 20

/** `seed` is absent for a bug that was not found. */
export type FoundBug = { bug: string; purchases: number; seed?: number; invariant?: string }

/** @returns The invariant that found it; any for a bug that is harmless alone. */
async function runBug(bug: string, seed: number): Promise<string | undefined> {
  const { wraps, foundBy } = plantedBugs[bug]!
  const { violations } = await runPlan(planWith(bug, seed, each), { ...noWraps, ...wraps })
  const isMeant = ({ invariant }: Violation) => !foundBy || foundBy.includes(invariant)
  return violations.find(isMeant)?.invariant
}

async function findBug(bug: string): Promise<FoundBug> {
  const most = plantedBugs[bug]!.guard === undefined ? seedsMax : harmlessSeeds
  const known = stored().find((each) => each.bug === bug)?.seed
  const all = Array.from({ length: most }, (_, place) => place + 1)
  for (const seed of known === undefined ? all : [known, ...all]) {
    const invariant = await runBug(bug, seed)
    if (invariant !== undefined) return { bug, purchases: seed * each, seed, invariant }
  }
  return { bug, purchases: most * each }
}

function stored(): FoundBug[] {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function say(found: FoundBug): void {
  process.stdout.write(`${JSON.stringify(found)}\n`)
}

const [, , ...words] = process.argv
const named = words.filter((word) => word !== '--write')
if (words.includes('--write')) {
  const all: FoundBug[] = []
  for (const bug of Object.keys(plantedBugs)) {
    const known = stored().find((each) => each.bug === bug)
    const isKept = named.length > 0 && !named.includes(bug) && known
    const found = isKept || (await findBug(bug))
    say(found)
    all.push(found)
  }
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
} else {
  for (const { bug, purchases, seed } of stored()) {
    const invariant = seed === undefined ? undefined : await runBug(bug, seed)
    say({
      bug,
      purchases,
      ...defined({
        seed: seed && invariant ? seed : undefined,
        invariant: seed && invariant ? invariant : undefined,
      }),
    })
  }
}
