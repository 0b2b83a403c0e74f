import { expect, test } from 'vitest'
import { fuzzContracts } from './testing/contracts.ts'
import { createDifferential } from './testing/differential.ts'

/** Continuous integration draws twenty times as many: see `.ci/run`. */
const documents = Number(process.env['FUZZ_DOCUMENTS'] ?? 2_000)

test.each(fuzzContracts())(
  'behavior: fuzz: %s: our executor and graphql give the same answers',
  async (name, contract) => {
    const verdictOf = createDifferential(contract)
    const counts = { equal: 0, refused: 0, invalid: 0 }
    const first = Number(process.env['FUZZ_SEED'] ?? 0)
    for (let seed = first; seed < first + documents / 2; seed += 1) {
      const verdict = await verdictOf(seed)
      if (verdict.outcome === 'different')
        throw new Error(
          `${name}, seed ${seed}: ${verdict.what}\n${verdict.document.query}\n${JSON.stringify(verdict.document.variables)}`,
        )
      counts[verdict.outcome] += 1
    }
    expect(counts.equal).toBeGreaterThan(0.6 * (documents / 2))
  },
  600_000,
)
