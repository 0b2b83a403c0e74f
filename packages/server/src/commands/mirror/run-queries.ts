import { FiqError } from '@fiq/shared/errors'
import { execute, type GraphQLSchema, parse } from 'graphql'
import type { ExecutionContext, SourceEntry } from '../../execution/resolver.ts'
import type { ConnectorContext } from '../../sources/connector.ts'
import type { AreaQuery } from './area-queries.ts'

/** One field without an answer. `file`: the missing file or address, if known. */
export type Failure = { code: string; message: string; path: string; file: string | null }

/** The result of one query. */
export type QueryResult = {
  query: AreaQuery
  failures: readonly Failure[]
  sources: readonly SourceEntry[]
  data: unknown
}

/** Maximum concurrent queries. Each host also has its own pace. */
const atOnceMax = 4

/**
 * Runs the queries against the connectors, lists first, and reports each result. Never throws for
 * an upstream's failure.
 *
 * @param stopped no further query is started once it returns true
 */
export async function runQueries(
  schema: GraphQLSchema,
  queries: readonly AreaQuery[],
  connectors: ConnectorContext,
  { stopped, on }: { stopped(): boolean; on(result: QueryResult): void },
): Promise<void> {
  const ordered = [
    ...queries.filter(({ isList }) => isList),
    ...queries.filter(({ isList }) => !isList),
  ]
  let next = 0
  const worker = async () => {
    while (next < ordered.length && !stopped()) {
      const query = ordered[next] as AreaQuery
      next += 1
      on(await runQuery(schema, query, connectors))
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, worker))
}

/** Runs one query. Never throws for a failure of an upstream. */
export async function runQuery(
  schema: GraphQLSchema,
  query: AreaQuery,
  connectors: ConnectorContext,
): Promise<QueryResult> {
  const sources: SourceEntry[] = []
  const contextValue: ExecutionContext = {
    connectors,
    cite: (entries) => void sources.push(...entries),
  }
  const document = parse(query.text)
  const { data, errors = [] } = await execute({ schema, document, contextValue })
  const failures = errors.map(({ originalError, message, path = [] }) => ({
    code: originalError instanceof FiqError ? originalError.code : 'INTERNAL',
    message,
    path: path.join('.'),
    file: originalError instanceof FiqError ? fileOf(originalError) : null,
  }))
  return { query, failures: [...failures, ...problemsIn(data, '')], sources, data }
}

/** The file or address that a transport names in the facts of its error. */
function fileOf({ facts }: FiqError): string | null {
  for (const label of ['File: ', 'Address: ']) {
    const fact = facts.find((each) => each.startsWith(label))
    if (fact !== undefined) return fact.slice(label.length)
  }
  return null
}

/** Failures in rows of a list that contain a reason, `CODE: message`, instead of data. */
function problemsIn(value: unknown, path: string): Failure[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (key !== 'problem' || typeof below !== 'string') return problemsIn(below, at)
    const [, code = 'NOT_FOUND', message = below] = /^([A-Z_]+): (.*)$/s.exec(below) ?? []
    return [{ code, message, path: at, file: null }]
  })
}
