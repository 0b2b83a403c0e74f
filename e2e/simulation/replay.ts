/**
 * `node --expose-gc e2e/simulation/replay.ts FILE…`: runs stored plans twice, and prints the
 * outcomes.
 */
import './world/install.ts'
import { readFileSync } from 'node:fs'
import type { Plan } from './plan.ts'

const { runPlan } = await import('./run-plan.ts')
const { storyOf } = await import('./story.ts')

/** Result of one file, printed as a line of JSON. */
export type Replayed = {
  file: string
  hashes: [number, number]
  violations: number
  /** The rare move of the model that the plan reaches, and how often it did. */
  reached?: { move: string; times: number }
  /** Finished worlds of earlier files that are still in memory. */
  retained: number
}

/** A stored plan. `reaches`: a move of the model that large runs may miss. */
type Stored = { plan: Plan; reaches?: string }

const finished: WeakRef<object>[] = []

/** Runs a plan twice, so that its worlds are in no variable of the loop. */
async function replay(file: string): Promise<Replayed> {
  const { plan, reaches } = JSON.parse(readFileSync(file, 'utf8')) as Stored
  globalThis.gc?.()
  const retained = finished.filter((world) => world.deref()).length
  const [first, second] = [await runPlan(plan), await runPlan(plan)]
  if (first.violations.length > 0) process.stderr.write(`${storyOf(first)}\n`)
  finished.push(...[first, second].map(({ world }) => new WeakRef(world)))
  const hashes: Replayed['hashes'] = [first.hash, second.hash]
  const replayed = { file, hashes, retained, violations: first.violations.length }
  const times = first.books.moves.get(reaches ?? '') ?? 0
  return reaches === undefined ? replayed : { ...replayed, reached: { move: reaches, times } }
}

for (const file of process.argv.slice(2))
  process.stdout.write(`${JSON.stringify(await replay(file))}\n`)
