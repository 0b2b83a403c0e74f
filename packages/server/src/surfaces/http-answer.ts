import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { wireErrorOf } from '../schema/execute.ts'

/** An HTTP answer, decided. Surfaces send it as it is. */
export type HttpAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** The error's code, when the answer is one. */
  code?: ErrorCode
}

export const jsonType = 'application/json; charset=utf-8'
export const graphqlType = 'application/graphql-response+json; charset=utf-8'

/** The one error body of every surface: a GraphQL response without data. */
export function errorAnswer(error: FiqError, contentType = jsonType): HttpAnswer {
  return {
    status: error.status,
    code: error.code,
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
    body: JSON.stringify({ errors: [wireErrorOf(error)] }),
  }
}

/** What was thrown as a FiqError: itself, or `INTERNAL` after telling `report`. */
export function fiqErrorOf(error: unknown, report: (error: unknown) => void): FiqError {
  if (error instanceof FiqError) return error
  report(error)
  return new FiqError('INTERNAL', 'The server failed in an unforeseen way.')
}
