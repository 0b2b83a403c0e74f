import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLError } from 'graphql'
import type { ConnectorContext } from '../sources/connector.ts'
import type { Executor } from './create-executor.ts'
import { type Cited, type ExecutionContext, type SourceEntry, withTiming } from './resolver.ts'

/** A priced request, less the fields that the caller's plan does not include. */
export type GrantedRequest = PricedRequest & {
  /** Bytes above which the answer is kept apart from the row of its payment. */
  keptAbove?: number | undefined
}

/** A GraphQL response body, errors in the form every surface shows. */
export type ExecutionOutcome = {
  data: Record<string, unknown> | null
  errors?: readonly WireError[]
  sources: readonly SourceEntry[]
  /** Missing sources of values that others answered, and warnings of the connectors, in words. */
  warnings: readonly string[]
}

/** A GraphQL error as it leaves the server. */
export type WireError = {
  message: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
  extensions: Record<string, unknown>
}

/**
 * Runs a priced request against the connectors. An error of a resolver is reported beside the data,
 * with its code. Unexpected errors go to `report` and never into the answer.
 *
 * @throws FiqError `INTERNAL`, reported, if more would run than was priced.
 */
export async function executeRequest(
  run: Executor,
  { bound, runsMax }: Pick<GrantedRequest, 'bound' | 'runsMax'>,
  connectors: ConnectorContext,
  report: (error: unknown) => void,
): Promise<ExecutionOutcome> {
  const sources: SourceEntry[] = []
  const warnings: string[] = []
  const failed: WireError[] = []
  const context: ExecutionContext = {
    connectors,
    cite(path, provenance) {
      for (const each of provenance) sources.push(sourceAt(path, each))
    },
    miss: (path, unanswered) =>
      void warnings.push(
        ...unanswered.map(
          ({ source, error }) => `${path} lacks ${source}, which did not answer (${error.code})`,
        ),
      ),
    warn: (path, texts) => void warnings.push(...texts.map((text) => `${path}: ${text}`)),
    fail(path, items) {
      for (const { at, error } of items) failed.push({ ...wireErrorOf(error), path: [...path, at] })
    },
  }
  const { data, errors: thrown = [] } = await run({ bound, runsMax }, context).catch(
    (error: unknown) => {
      report(error)
      throw error
    },
  )
  const errors = [...thrown.map((error) => wireError(error, report)), ...failed]
  return {
    data: data ?? null,
    ...defined({ errors: errors.length > 0 ? errors : undefined }),
    sources,
    warnings,
  }
}

/** Written out, since copying an object's properties behind others is slow. */
function sourceAt(path: string, cited: Cited): SourceEntry {
  const { source, sourceUrl, asOf, retrievedAt, mode, stale, licence } = cited
  const entry: SourceEntry = { path, source, sourceUrl, asOf, retrievedAt, mode, stale, licence }
  return withTiming(entry, cited)
}

/** The form of an error in a GraphQL body, the same on every surface. */
export function wireErrorOf(error: FiqError): WireError {
  const { code, kind, facts, remedy, funds } = error
  return { message: error.message, extensions: { code, kind, facts, remedy, funds } }
}

function wireError(error: GraphQLError, report: (error: unknown) => void): WireError {
  const { path, locations, originalError } = error
  if (originalError && !(originalError instanceof FiqError)) report(originalError)
  const fiqError =
    originalError instanceof FiqError
      ? originalError
      : originalError
        ? new FiqError('INTERNAL', 'This field could not be answered.')
        : new FiqError('BAD_INPUT', error.message)
  return {
    ...wireErrorOf(fiqError),
    ...defined({ path, locations }),
  }
}
