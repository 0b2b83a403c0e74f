import { defined } from '@fiq/shared/defined'
import fc from 'fast-check'

// Properties draw the same examples in every run, so a failure belongs to the change that it
// follows. `FIQ_TEST_SEED` draws others, and `FIQ_TEST_RUNS` more of them, to look for faults.
const runs = process.env['FIQ_TEST_RUNS']
fc.configureGlobal({
  seed: Number(process.env['FIQ_TEST_SEED'] ?? 1),
  ...defined({ numRuns: runs === undefined ? undefined : Number(runs) }),
})
