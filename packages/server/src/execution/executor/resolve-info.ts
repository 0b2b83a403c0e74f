import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import { type GraphQLResolveInfo, isNonNullType } from 'graphql'
import { type Holder, type Place, placeOf, type Run } from './place.ts'

/** The `GraphQLResolveInfo` of a field for its resolver. */
export function infoOf(
  run: Run,
  planned: PlannedField,
  prev: Place | undefined,
  key: string | number,
  holder: Holder,
): GraphQLResolveInfo {
  const { field, nodes, parentType } = planned
  const { plan, variables } = run.bound
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path: placeOf(planned, prev, key, holder, isNonNullType(field.type)),
    schema: run.schema,
    fragments: noFragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: variables,
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => asyncHelpers,
  }
}

/** Empty, because the plan already contains the fields of all fragments. */
const noFragments = {}
const asyncHelpers = {
  promiseAll: <value>(values: readonly (value | PromiseLike<value>)[]): Promise<value[]> =>
    Promise.all(values) as Promise<value[]>,
  track: () => {},
}
