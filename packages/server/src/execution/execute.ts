import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLError } from 'graphql'
import type { ConnectorContext } from '../sources/connector.ts'
import { contextInTurns } from './context-in-turns.ts'
import type { Executor } from './create-executor.ts'
import { createCutLists } from './cut-lists.ts'
import type { ExecutionContext, SourceEntry } from './resolver.ts'

/** A priced request without the fields that the caller's account plan does not include. */
export type GrantedRequest = PricedRequest & {
  /** If the answer has more bytes, it is stored outside the row of its payment. */
  storedAbove?: number | undefined
  /** Whether the answer says which of its lists have more items; default true. */
  tellsMore?: boolean | undefined
}

/** A GraphQL response body. Errors have the same form on every surface. */
export type ExecutionOutcome = {
  data: Record<string, unknown> | null
  errors?: readonly WireError[]
  sources: readonly SourceEntry[]
  /** In words: sources that failed although others answered, and warnings of the connectors. */
  warnings: readonly string[]
  /** Number of items that satisfy the filter of a list, by its path, if the list is a page of them. */
  matches?: Readonly<Record<string, number>>
  /** In words: lists that are, or may be, one page of more items, by path. */
  more?: Readonly<Record<string, string>>
}

/** A GraphQL error as the server sends it. */
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
  const matches: Record<string, number> = {}
  const failed: WireError[] = []
  const cutLists = createCutLists()
  const context: ExecutionContext = {
    connectors: contextInTurns(connectors),
    cite: (entries) => void sources.push(...entries),
    miss: (path, unanswered) =>
      void warnings.push(
        ...unanswered.map(
          ({ source, error }) =>
            `${path} has no data of ${source}, which did not answer (${error.code})`,
        ),
      ),
    warn: (path, texts) => void warnings.push(...texts.map((text) => `${path}: ${text}`)),
    count(path, count) {
      matches[path] = count
    },
    cut: cutLists.add,
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
    ...defined({
      matches: Object.keys(matches).length > 0 ? matches : undefined,
      more: cutLists.words(),
    }),
  }
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
