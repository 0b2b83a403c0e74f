import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { currentName, settingKeys } from './setting-keys.ts'
import type { StoredSettings } from './settings.ts'

/** File system functions for storing settings. */
export type SettingsFile = {
  path: string
  /** `undefined` if there is no such file. */
  read(): string | undefined
  /** Opens the writer, which is loaded only to write. */
  openWriter(): Promise<SettingsWriter>
  /** Blocks writes of other processes. @returns A function that releases the lock. */
  lock(): () => void
}

/** The functions of `conf` in use. */
export type SettingsWriter = {
  set(key: string, value: unknown): void
  delete(key: string): void
}

/**
 * Settings in one JSON file, `{ "profile": "default", "profiles": { "default": { "url": … } } }`.
 * Reads the file directly, because every run does; writes through `conf`, which replaces the file
 * atomically.
 *
 * @throws FiqError `CONFIGURATION_INVALID` from `list` when the file is not such JSON.
 */
export function storedSettings(file: SettingsFile): StoredSettings {
  const write = async (change: (writer: SettingsWriter) => void) => {
    contentOf(file) // Never replaces an unreadable file.
    const writer = await file.openWriter()
    const release = file.lock()
    try {
      contentOf(file)
      change(writer)
    } finally {
      release()
    }
  }
  return {
    path: file.path,
    profiles: () => Object.keys(contentOf(file).profiles),
    current: () => contentOf(file).profile,
    use: (profile) => write((writer) => writer.set('profile', checkProfile(profile))),
    async create(profile) {
      const isNew = !Object.hasOwn(contentOf(file).profiles, checkProfile(profile))
      if (isNew) await write((writer) => writer.set(`profiles.${profile}`, {}))
      return isNew
    },
    remove: (profile) => write((writer) => writer.delete(`profiles.${checkProfile(profile)}`)),
    list: (profile) => contentOf(file).profiles[checkProfile(profile)] ?? {},
    set: (profile, name, value) =>
      write((writer) => {
        writer.set(`profiles.${checkProfile(profile)}.${name}`, value)
        deleteOld(writer, profile, name)
      }),
    unset: (profile, name) =>
      write((writer) => {
        writer.delete(`profiles.${checkProfile(profile)}.${name}`)
        deleteOld(writer, profile, name)
      }),
  }
}

/** Deletes a value under the former name, which the file may hold from an earlier version. */
function deleteOld(writer: SettingsWriter, profile: string, name: string): void {
  const oldName = settingKeys.find((key) => key.name === name)?.oldName
  if (oldName !== undefined) writer.delete(`profiles.${profile}.${oldName}`)
}

type Profiles = Readonly<Record<string, Readonly<Record<string, string>>>>

type Content = { profile: string | undefined; profiles: Profiles }

function contentOf(file: SettingsFile): Content {
  const text = file.read()
  if (text === undefined) return { profile: undefined, profiles: {} }
  try {
    const content: unknown = JSON.parse(text)
    if (!isObject(content)) throw new TypeError('not an object')
    const profiles = content['profiles'] ?? {}
    if (!isObject(profiles)) throw new TypeError('"profiles" is not an object')
    const { profile } = content
    if (profile !== undefined && typeof profile !== 'string')
      throw new TypeError('"profile" is not a text')
    return {
      profile,
      profiles: Object.fromEntries(
        Object.entries(profiles).map(([name, values]) => [name, textsIn(name, values)]),
      ),
    }
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', `The settings file cannot be used: ${file.path}`, {
      facts: [cause instanceof Error ? cause.message : String(cause)],
      remedy: 'Correct the file or remove it; nothing was changed.',
      cause,
    })
  }
}

function textsIn(name: string, values: unknown): Readonly<Record<string, string>> {
  if (!isObject(values)) throw new TypeError(`profile "${name}" is not an object`)
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'string') throw new TypeError(`"${key}" of "${name}" is not a text`)
    const current = currentName(key)
    if (current === key || !Object.hasOwn(values, current)) texts[current] = value
  }
  return texts
}

/** Profile names are parts of dotted keys, so they contain no dots. */
function checkProfile(profile: string): string {
  if (/^[\w-]{1,64}$/.test(profile) && profile !== '__proto__') return profile
  throw new FiqError('CONFIGURATION_INVALID', `"${profile.slice(0, 64)}" is not a profile name.`, {
    remedy: 'Use letters, digits, - and _.',
  })
}
