import { FiqError } from '@fiq/shared/errors'
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser'
import type { KnownClient } from './known-clients.ts'

/** The name of the server in every configuration. */
const serverName = 'fiq'

/** How this program is started: a program and its words. Holds no secret. */
export type Command = { command: string; args: readonly string[] }

/**
 * The configuration with our server in it; everything else of the text stays as it is, comments and
 * order included.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for a text that cannot be read: it is never replaced.
 */
export function withServer(client: KnownClient, text: string, server: Command): string {
  if (client.format === 'toml') return withTomlServer(client, withoutServer(client, text), server)
  return editJson(client, text, { ...client.more, ...server })
}

/** The configuration without our server. */
export function withoutServer(client: KnownClient, text: string): string {
  if (text.trim() === '') return text
  if (client.format === 'toml') return text.replace(tomlBlock(client), '')
  const { [client.servers]: servers } = parsed(text) as Record<string, Record<string, unknown>>
  return servers?.[serverName] === undefined ? text : editJson(client, text, undefined)
}

function editJson(client: KnownClient, text: string, value: unknown): string {
  const before = text.trim() === '' ? '{}\n' : text
  parsed(before)
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
  return applyEdits(
    before,
    modify(before, [client.servers, serverName], value, { formattingOptions }),
  )
}

function parsed(text: string): object {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length === 0 && typeof value === 'object' && value !== null && !Array.isArray(value))
    return value
  throw new FiqError('CONFIGURATION_INVALID', 'The configuration is not JSON that can be read.', {
    remedy: 'Correct it first; nothing was changed.',
  })
}

function withTomlServer(client: KnownClient, text: string, { command, args }: Command): string {
  if (new RegExp(`^\\s*${client.servers}\\s*=`, 'm').test(text))
    throw new FiqError('CONFIGURATION_INVALID', `"${client.servers}" is written inline.`, {
      remedy: `Write it as tables, [${client.servers}.name]; nothing was changed.`,
    })
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  const words = args.map((word) => JSON.stringify(word)).join(', ')
  // Basic strings of TOML escape as those of JSON do.
  return `${text}${gap}[${client.servers}.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = [${words}]\n`
}

/** Our table, up to the next one. */
function tomlBlock({ servers }: KnownClient): RegExp {
  return new RegExp(`\\n?^\\[${servers}\\.${serverName}\\][^\\n]*\\n(?:(?!\\[)[^\\n]*\\n?)*`, 'm')
}
