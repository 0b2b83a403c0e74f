import { bounds } from '@fiq/shared/bounds'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { turns } from '../../scheduling/turns.ts'
import type { CompiledPlan } from './compile-plan.ts'
import { measuredEvery } from './list-items.ts'
import { failRoot, type Holder, type Run, rowsAtOnce, settle } from './place.ts'

/**
 * Runs a plan. An error of a resolver is reported beside the data.
 *
 * @throws FiqError `INTERNAL` if a rated field would run more often than it was priced.
 */
export function runPlan(
  { fresh, fill }: CompiledPlan,
  request: Pick<Run, 'schema' | 'bound' | 'runsMax' | 'context'> &
    Partial<Pick<Run, 'sizeMax' | 'turns'>>,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const data: Holder = fresh()
    const run: Run = {
      sizeMax: { rows: bounds.answerRowsMax, bytes: bounds.answerBytesMax },
      turns,
      ...request,
      rowsLeft: rowsAtOnce,
      size: { rows: 0, bytes: 0 },
      unmeasured: 0,
      measuredAt: measuredEvery,
      runs: [],
      errors: [],
      nulled: undefined,
      data,
      pending: 1,
      isOver: false,
      finish() {
        run.isOver = true
        const { errors } = run
        resolve(errors.length > 0 ? { errors, data: run.data } : { data: run.data })
      },
      abort(error) {
        run.isOver = true
        reject(error)
      },
    }
    try {
      fill(run, undefined, data, undefined)
    } catch (error) {
      // The error was located where it was thrown: a root field that cannot be null is null.
      failRoot(run, error as GraphQLError)
    }
    settle(run)
  })
}
