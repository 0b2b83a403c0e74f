import { expect, onTestFinished } from 'vitest'
import { fuzzContracts } from './contracts.ts'
import { createDifferential } from './differential.ts'

/** Continuous integration draws ten times as many: see `.ci/run`. */
const documents = Number(process.env['FUZZ_DOCUMENTS'] ?? 2_000) / 2

/**
 * Compares our executor with graphql over random documents of one of the contracts. The contracts
 * have a test file each, so that they run side by side.
 */
export async function expectEqualAnswers(name: string): Promise<void> {
  const [, contract] = fuzzContracts().find(([each]) => each === name)!
  const verdictOf = createDifferential(contract)
  const counts = { equal: 0, refused: 0, invalid: 0 }
  const first = Number(process.env['FUZZ_SEED'] ?? 0)
  // Documents have many errors, and the test runner maps each line of a stack to its source.
  const { stackTraceLimit } = Error
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
  Error.stackTraceLimit = 0
  for (let seed = first; seed < first + documents; seed += 1) {
    const verdict = await verdictOf(seed)
    if (verdict.outcome === 'different')
      throw new Error(
        `${name}, seed ${seed}: ${verdict.what}\n${verdict.document.query}\n${JSON.stringify(verdict.document.variables)}`,
      )
    counts[verdict.outcome] += 1
  }
  expect(counts.equal).toBeGreaterThan(0.6 * documents)
}
