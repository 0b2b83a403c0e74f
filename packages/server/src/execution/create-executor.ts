import { defined } from '@fiq/shared/defined'
import type { OperationPlan } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Turns } from '../scheduling/turns.ts'
import { type CompiledPlan, compilePlan } from './executor/compile-plan.ts'
import { runPlan } from './executor/run-plan.ts'
import type { ExecutionContext } from './resolver.ts'

/** Runs a priced operation against the resolvers of one schema. */
export type Executor = (
  operation: Pick<PricedRequest, 'bound' | 'runsMax'>,
  context: ExecutionContext,
) => Promise<ExecutionResult>

/** Creates an executor over plans. Compiles each plan once. Runs only fields of the plan. */
export function createExecutor(schema: GraphQLSchema, turns?: Turns): Executor {
  const compiled = new WeakMap<OperationPlan, CompiledPlan>()
  return ({ bound, runsMax }, context) => {
    const { plan } = bound
    let cached = compiled.get(plan)
    if (!cached) {
      cached = compilePlan(plan)
      compiled.set(plan, cached)
    }
    return runPlan(cached, { schema, bound, runsMax, context, ...defined({ turns }) })
  }
}
