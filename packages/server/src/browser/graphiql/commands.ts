import { stripIgnoredCharacters } from 'graphql'
import type { Operation } from '../paying/offer.ts'

/** The same query for a terminal: as POSIX shell words, safe to paste. */
export function fiqCommand({ query, variables, operationName }: Operation): string {
  const words = [
    'fiq query',
    quoted(stripIgnoredCharacters(query)),
    ...Object.entries(variables).map(
      ([name, value]) => `--var ${quoted(`${name}=${shown(value)}`)}`,
    ),
    ...(operationName ? [`--operation ${quoted(operationName)}`] : []),
  ]
  return words.join(' ')
}

/** The same request by curl: it answers 402 with the price until it is paid. */
export function curlCommand(operation: Operation, url: string): string {
  const body = { ...operation, query: stripIgnoredCharacters(operation.query) }
  return `curl -i ${quoted(url)} -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`
}

/** As `--var` reads it: a text that would be read as JSON is quoted as JSON. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  try {
    JSON.parse(value)
    return JSON.stringify(value)
  } catch {
    return value
  }
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
