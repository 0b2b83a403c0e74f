import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser'
import type { KnownClient } from './known-clients.ts'
import { withoutTomlServer, withTomlServer } from './toml-tables.ts'

/** The name of our server in every configuration. */
const serverName = 'fiq'

/** The command that starts this program. It contains no secret. */
export type Command = {
  command: string
  args: readonly string[]
  /** Folders to use, if they differ from the defaults. */
  env?: Readonly<Record<string, string>>
}

/**
 * Adds our server to a configuration. Everything else in the text stays unchanged: comments, order,
 * indentation and line ends.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for an unreadable text, which is never replaced.
 */
export function withServer(client: KnownClient, text: string, server: Command): string {
  const { servers } = client
  if (client.format === 'toml') return withTomlServer(text, [servers, serverName], server)
  return editJson(client, text, { ...client.more, ...server })
}

/** The configuration without our server. */
export function withoutServer(client: KnownClient, text: string): string {
  if (text.trim() === '') return text
  if (client.format === 'toml') return withoutTomlServer(text, [client.servers, serverName])
  return serversIn(client, unmarked(text))?.[serverName] === undefined
    ? text
    : editJson(client, text, undefined)
}

function editJson(client: KnownClient, text: string, value: unknown): string {
  const body = unmarked(text)
  const before = body.trim() === '' ? '{}\n' : body
  serversIn(client, before)
  const formattingOptions = formattingOf(before)
  const path = [client.servers, serverName]
  return mark(text) + applyEdits(before, modify(before, path, value, { formattingOptions }))
}

/** The formatting of the file: that of its first indented line. */
function formattingOf(text: string) {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? []
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** The servers in the configuration. @throws FiqError if there is something else in their place. */
function serversIn({ servers }: KnownClient, text: string): Record<string, unknown> | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || !isObject(value)) throw invalid('It is not valid JSON.')
  const found = value[servers]
  if (found === undefined || isObject(found)) return found
  throw invalid(`Its "${servers}" is not an object.`)
}

/** The byte order mark with which some Windows editors begin a file. */
function mark(text: string): string {
  return text.startsWith('\ufeff') ? '\ufeff' : ''
}

function unmarked(text: string): string {
  return text.slice(mark(text).length)
}

function invalid(reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The configuration cannot be used. ${reason}`, {
    remedy: 'Correct it first; nothing was changed.',
  })
}
