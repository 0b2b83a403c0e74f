import { jsonOf } from '@fiq/shared/json'
import { shellWord } from '@fiq/shared/shell-word'
import { stripIgnoredCharacters } from 'graphql'
import type { Operation } from '../paying/offer.ts'

/** The same query as a command, quoted for a POSIX shell. */
export function fiqCommand({ query, variables, operationName }: Operation): string {
  const words = [
    'fiq query',
    shellWord(stripIgnoredCharacters(query)),
    ...Object.entries(variables).map(
      ([name, value]) => `--var ${shellWord(`${name}=${shown(value)}`)}`,
    ),
    ...(operationName ? [`--operation ${shellWord(operationName)}`] : []),
  ]
  return words.join(' ')
}

/** The same request with curl. It answers 402 with the price until it is paid. */
export function curlCommand(operation: Operation, url: string): string {
  const body = { ...operation, query: stripIgnoredCharacters(operation.query) }
  return `curl -i ${shellWord(url)} -H 'content-type: application/json' -d ${shellWord(JSON.stringify(body))}`
}

/** A value for `--var`: a text that would be read as JSON is quoted as JSON. */
function shown(value: unknown): string {
  return typeof value === 'string' && jsonOf(value) === undefined ? value : JSON.stringify(value)
}
