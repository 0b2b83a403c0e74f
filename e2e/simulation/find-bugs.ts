/**
 * `node e2e/simulation/find-bugs.ts [--write]`: runs each planted bug until an invariant finds it,
 * or 10,000 purchases have not. `--write` stores the seeds for the tests and the docs. Without it,
 * runs the stored seeds.
 */
import './world/install.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './checks/books.ts'

const { planOf } = await import('./plan.ts')
const { plantedBugs } = await import('./planted-bugs.ts')
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
  const { violations } = await runPlan(planOf(seed, each), { ...noWraps, ...wraps })
  const isMeant = ({ invariant }: Violation) => !foundBy || foundBy.includes(invariant)
  return violations.find(isMeant)?.invariant
}

async function findBug(bug: string): Promise<FoundBug> {
  const most = plantedBugs[bug]!.guard === undefined ? seedsMax : harmlessSeeds
  for (let seed = 1; seed <= most; seed++) {
    const invariant = await runBug(bug, seed)
    if (invariant !== undefined) return { bug, purchases: seed * each, seed, invariant }
  }
  return { bug, purchases: most * each }
}

function say(found: FoundBug): void {
  process.stdout.write(`${JSON.stringify(found)}\n`)
}

if (process.argv.includes('--write')) {
  const all: FoundBug[] = []
  for (const bug of Object.keys(plantedBugs)) {
    const found = await findBug(bug)
    say(found)
    all.push(found)
  }
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
} else {
  for (const { bug, purchases, seed } of JSON.parse(readFileSync(file, 'utf8')) as FoundBug[]) {
    const invariant = seed === undefined ? undefined : await runBug(bug, seed)
    say({ bug, purchases, ...(seed && invariant ? { seed, invariant } : {}) })
  }
}
