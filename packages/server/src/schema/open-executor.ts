import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { ExecutionContext } from './resolver.ts'

/** Runs a priced operation against the resolvers of one schema. */
export type Executor = (
  operation: Pick<PricedRequest, 'prepared' | 'variables'>,
  context: ExecutionContext,
) => ExecutionResult | Promise<ExecutionResult>

/**
 * An executor that interprets an operation the first time and compiles it when it comes again: what
 * is asked once does not pay for a compilation, what is asked often costs a quarter.
 */
export function openExecutor(schema: GraphQLSchema): Executor {
  const runs = new WeakMap<PricedRequest['prepared'], Executor>()
  const interpreted: Executor = ({ prepared, variables }, contextValue) =>
    execute({
      schema,
      document: prepared.document,
      operationName: prepared.operationName ?? null,
      variableValues: variables.coerced,
      contextValue,
    })
  return (operation, context) => {
    const { prepared } = operation
    const known = runs.get(prepared)
    const run = known === interpreted ? compiledRun(schema, prepared, interpreted) : known
    runs.set(prepared, run ?? interpreted)
    return (run ?? interpreted)(operation, context)
  }
}

/**
 * Values are taken for what their types say: connectors give them in the form they have in JSON, and
 * to look at each again is a third of running an operation. That they do, whatever figures a source
 * gives them, is for the tests to show.
 */
function compiledRun(
  schema: GraphQLSchema,
  { document, operationName }: PricedRequest['prepared'],
  interpreted: Executor,
): Executor {
  const options = { disableLeafSerialization: true }
  const compiled = compileQuery(schema, document, operationName, options)
  if (!isCompiledQuery(compiled)) return interpreted
  return ({ variables }, context) => compiled.query(undefined, context, variables.coerced)
}
