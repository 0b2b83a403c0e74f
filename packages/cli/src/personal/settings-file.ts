import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import { personalFolderOf } from '../config/personal-server.ts'
import { writePrivate } from '../config/write-private.ts'
import { contactVariable, setupEntries } from './setup-keys.ts'

const fileName = 'settings.env'
const valueCharactersMax = 512

/** Values of the variables that configure this user's server, by name. */
export type ServerSettings = Readonly<Record<string, string>>

/** The file from which this user's server reads its contact and keys. */
export function settingsFileOf(stateDir: string): string {
  return join(personalFolderOf(stateDir), fileName)
}

/** Its variables; empty if it does not exist. */
export function readServerSettings(stateDir: string): ServerSettings {
  try {
    return textsIn(readFileSync(settingsFileOf(stateDir), 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new FiqError('CONFIGURATION_INVALID', `${settingsFileOf(stateDir)} cannot be read.`, {
      cause,
    })
  }
}

/** Changes the file, which only its owner can read. An empty text removes a variable. */
export function changeServerSettings(stateDir: string, changes: ServerSettings): void {
  for (const [name, value] of Object.entries(changes)) checkValue(name, value)
  const values = { ...readServerSettings(stateDir), ...changes }
  const lines = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
  writePrivate(personalFolderOf(stateDir), fileName, lines.join(''))
}

/**
 * Parses `NAME=value` lines for `fiq setup < file`.
 *
 * @throws FiqError `BAD_INPUT` for a name that `fiq setup` does not know.
 */
export function settingsInText(text: string): ServerSettings {
  const settings = textsIn(text)
  const known = new Set(setupEntries.flatMap(({ variables }) => variables.map(({ name }) => name)))
  const unknown = Object.keys(settings).find((name) => !known.has(name))
  if (unknown === undefined) return settings
  throw new FiqError('BAD_INPUT', `There is no setting ${unknown.slice(0, 64)}.`, {
    facts: [`Settings: ${[...known].join(', ')}`],
  })
}

/**
 * Checks that the server can read the value and send it to the source.
 *
 * @returns the value
 * @throws FiqError `BAD_INPUT`, without the value, which may be a secret.
 */
export function checkValue(name: string, value: string): string {
  if (!latin1.test(value) || value.length > valueCharactersMax || quoteFor(value) === undefined)
    throw new FiqError('BAD_INPUT', `The value of ${name} cannot be stored.`, {
      facts: [
        `A value can have at most ${valueCharactersMax} printable characters, only Latin letters among them.`,
      ],
    })
  if (name === contactVariable && value !== '' && !/\S@\S+\.\S/.test(value))
    throw new FiqError('BAD_INPUT', 'The contact has no e-mail address.', {
      facts: ['The SEC refuses requests without one.'],
    })
  return value
}

/** What an HTTP header can hold, which carries most values. */
const latin1 = /^[ -~\u00a1-\u00ff]*$/

function textsIn(text: string): ServerSettings {
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

function quoted(value: string): string {
  const quote = quoteFor(value)
  return `${quote}${value}${quote}`
}

/** A quotation mark that the value does not contain, because the format has no escapes. */
function quoteFor(value: string): string | undefined {
  return ["'", '`'].find((quote) => !value.includes(quote))
}
