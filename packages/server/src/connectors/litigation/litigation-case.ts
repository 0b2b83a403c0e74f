/** One row of `litigation`. Days are ISO 8601. */
export type LitigationCase = {
  caseName: string
  court: string | null
  dateFiled: string | null
  dateTerminated: string | null
  docketNumber: string | null
  cause: string | null
  parties: readonly string[]
  url: string | null
  source: string
}
