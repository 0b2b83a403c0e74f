/** `node e2e/simulation/replay.ts FILE…`: runs stored plans twice, and prints the outcomes. */
import './world/install.ts'
import { readFileSync } from 'node:fs'
import type { Plan } from './plan.ts'

const { runPlan } = await import('./run-plan.ts')
const { storyOf } = await import('./story.ts')

/** Result of one file, printed as a line of JSON. */
export type Replayed = { file: string; hashes: [number, number]; violations: number }

for (const file of process.argv.slice(2)) {
  const { plan } = JSON.parse(readFileSync(file, 'utf8')) as { plan: Plan }
  const [first, second] = [await runPlan(plan), await runPlan(plan)]
  if (first.violations.length > 0) process.stderr.write(`${storyOf(first)}\n`)
  const replayed: Replayed = {
    ...{ file, hashes: [first.hash, second.hash] },
    violations: first.violations.length,
  }
  process.stdout.write(`${JSON.stringify(replayed)}\n`)
}
