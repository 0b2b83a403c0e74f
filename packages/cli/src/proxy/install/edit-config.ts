import { isDeepStrictEqual } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import { isObject, type Json } from '@fiq/shared/json'
import { type ParseError, parse } from 'jsonc-parser'
import { withMember, withoutMember } from './edit-member.ts'
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

function editJson(client: KnownClient, text: string, value: Command | undefined): string {
  const body = unmarked(text)
  const before = body.trim() === '' ? '{}\n' : body
  const { servers } = client
  const others = { ...serversIn(client, before), [serverName]: undefined }
  const path = [servers, serverName] as const
  const after = value ? withMember(before, path, value) : withoutMember(before, path)
  // Of two members with one name, programs read the last one.
  const expected = { ...rootOf(before), [servers]: { ...others, [serverName]: value } }
  if (!isDeepStrictEqual(plain(rootOf(after)), plain(expected)))
    throw invalid(`It has two members "${servers}", or two servers "${serverName}".`)
  return mark(text) + after
}

/** The value without members that are `undefined`. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The servers in the configuration. @throws FiqError if there is something else in their place. */
function serversIn({ servers }: KnownClient, text: string): Json | undefined {
  const found = rootOf(text)[servers]
  if (found === undefined || isObject(found)) return found
  throw invalid(`Its "${servers}" is not an object.`)
}

function rootOf(text: string): Json {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || !isObject(value)) throw invalid('It is not valid JSON.')
  return value
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
