import type { ErrorKind, Funds } from './error-kinds.ts'

/** One row of the table of errors. */
export type ErrorEntry = {
  kind: ErrorKind
  /** HTTP status of a response with this error only. */
  status: number
  funds: Funds
  /** One line for the documentation. */
  summary: string
  /** One action for the reader. */
  remedy: string
}

/** A row; by default the money is untouched. */
export const entry = (
  kind: ErrorKind,
  status: number,
  summary: string,
  remedy: string,
  funds: Funds = 'untouched',
): ErrorEntry => ({ kind, status, funds, summary, remedy })
