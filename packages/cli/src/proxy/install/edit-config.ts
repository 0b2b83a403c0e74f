import { FiqError } from '@fiq/shared/errors'
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser'
import type { KnownClient } from './known-clients.ts'
import { withoutTomlServer, withTomlServer } from './toml-tables.ts'

/** The name of the server in every configuration. */
const serverName = 'fiq'

/** How this program is started: a program and its words. Holds no secret. */
export type Command = {
  command: string
  args: readonly string[]
  /** Folders that it uses, where they are not the usual ones. */
  env?: Readonly<Record<string, string>>
}

/**
 * The configuration with our server in it; everything else of the text stays as it is, comments,
 * order, indentation and ends of lines included.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for a text that cannot be read: it is never replaced.
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

/** As the file is written already: by its first line that is indented. */
function formattingOf(text: string) {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? []
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** The servers in the configuration. @throws FiqError where there is something else in their place. */
function serversIn({ servers }: KnownClient, text: string): Record<string, unknown> | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || !isRecord(value)) throw invalid('It is not JSON that can be read.')
  const found = value[servers]
  if (found === undefined || isRecord(found)) return found
  throw invalid(`"${servers}" is no object in it.`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The mark that some editors of Windows begin a file with. */
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
