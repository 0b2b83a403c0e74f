import { fuzzContracts } from '../packages/server/src/execution/executor/testing/contracts.ts'
import { createDifferential } from '../packages/server/src/execution/executor/testing/differential.ts'

/**
 * Draws documents, runs each once with graphql's `execute` and three times with the server's
 * executor, and stops at the first difference. `DOCUMENTS` is their number, 2,000,000 by default;
 * `SEED` is the first seed. `DOCUMENTS=1 SEED=<seed>` repeats one document.
 */
// Each document has many errors, and recording where each was created takes a quarter of the time.
Error.stackTraceLimit = 0
const documents = Number(process.env['DOCUMENTS'] ?? 2_000_000)
const first = Number(process.env['SEED'] ?? 0)
const judges = fuzzContracts().map(
  ([name, contract]) => [name, createDifferential(contract)] as const,
)
const counts = { equal: 0, refused: 0, invalid: 0 }

for (let seed = first; seed < first + Math.ceil(documents / judges.length); seed += 1) {
  for (const [name, verdictOf] of judges) {
    const verdict = await verdictOf(seed)
    if (verdict.outcome === 'different') {
      const { query, variables } = verdict.document
      process.stdout.write(
        `${name}, seed ${seed}: ${verdict.what}\n${query}\n${JSON.stringify(variables)}\n`,
      )
      process.exit(1)
    }
    counts[verdict.outcome] += 1
  }
  if (seed % 10_000 === 9_999) process.stderr.write(`seed ${seed}: ${JSON.stringify(counts)}\n`)
}
process.stdout.write(`${JSON.stringify({ fuzz: 'executor', ...counts })}\n`)
