import type { PageRequest } from '../answers/read-page.ts'
import { answerBudgetMin, answerUri } from '../answers/summarise.ts'
import { defined } from '../defined.ts'
import { FiqError } from '../errors.ts'
import { RpcError, rpcCodes } from '../mcp/json-rpc.ts'

/** Member of `_meta`: maximum bytes of the answer in this result, 0 for the whole answer. */
export const budgetKey = 'fiq/budget'

/** @throws RpcError for an invalid budget. */
export function budgetOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  byDefault: number,
): number {
  const budget = meta?.[budgetKey]
  if (budget === undefined) return byDefault
  if (budget === 0 || (Number.isSafeInteger(budget) && Number(budget) >= answerBudgetMin))
    return Number(budget)
  throw new RpcError(
    rpcCodes.invalidParams,
    `_meta["${budgetKey}"] is a number of bytes from ${answerBudgetMin}, or 0 for the whole answer.`,
  )
}

/**
 * URI templates of stored answers. Answers are not listed; the summary of an answer contains its
 * URI.
 */
export const answerTemplates = [
  {
    uriTemplate: `${answerUri('{id}')}{?table,from,rows,columns,format}`,
    name: 'answer',
    title: 'An answer that was too large for its result',
    description: 'Free. JSON by columns, or CSV; _meta["fiq/next"] is the next page.',
    mimeType: 'application/json',
  },
]

/** Id of a stored answer. */
export const idPattern = /^[0-9a-f]{32}$/

/**
 * Parses a page request: the parameters of an address, or the input of the tool `answer`.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function pageRequestOf(input: Readonly<Record<string, unknown>>): PageRequest {
  const { table, from, rows, columns, format } = input
  const names = typeof columns === 'string' ? columns.split(',') : columns
  if (table !== undefined && typeof table !== 'string')
    throw malformed('table', 'the path of a table')
  if (
    names !== undefined &&
    !(Array.isArray(names) && names.every((name) => typeof name === 'string'))
  )
    throw malformed('columns', 'names of columns')
  if (format !== undefined && format !== 'json' && format !== 'csv')
    throw malformed('format', 'json or csv')
  if (format === 'csv' && table === undefined) throw malformed('format', 'csv for a table only')
  return defined({
    table,
    from: wholeNumber('from', from, 0),
    rows: wholeNumber('rows', rows, 1),
    columns: names as readonly string[] | undefined,
    format,
  }) as PageRequest
}

function wholeNumber(name: string, value: unknown, least: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (value !== '' && Number.isSafeInteger(number) && number >= least) return number
  throw malformed(name, `a whole number from ${least}`)
}

function malformed(name: string, expected: string): FiqError {
  return new FiqError('BAD_INPUT', `${name} must be ${expected}.`)
}

/** @returns Id and page of a `fiq://answer/…` URI; `undefined` for another URI. @throws FiqError */
export function readUri(uri: string): { id: string; request: PageRequest } | undefined {
  if (!uri.startsWith(answerUri('')) || !URL.canParse(uri)) return undefined
  const { pathname, searchParams } = new URL(uri)
  const id = pathname.slice(1)
  if (!idPattern.test(id)) return undefined
  return { id, request: pageRequestOf(Object.fromEntries(searchParams)) }
}

/** The URI of the page that begins at `next`. */
export function nextUri(id: string, request: PageRequest, next: number): string {
  const entries = Object.entries({ ...request, from: next }).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return `${answerUri(id)}?${new URLSearchParams(entries)}`
}
