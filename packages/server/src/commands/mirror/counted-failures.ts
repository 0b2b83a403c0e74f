import type { QueryResult } from './run-queries.ts'

/** A failure in an area, with the number of its occurrences. */
export type CountedFailure = {
  area: string
  code: string
  message: string
  file: string | null
  times: number
}

/** Groups failures of the same kind, in order of first occurrence. */
export function countedFailures(all: readonly QueryResult[]): CountedFailure[] {
  const rows = all.flatMap(({ query: { area }, failures }) =>
    failures.map(({ code, message, file }) => ({ area, code, message, file })),
  )
  const groups = Map.groupBy(rows, (row) => Object.values(row).join('\n'))
  return [...groups.values()].map((same) => ({ ...same[0]!, times: same.length }))
}
