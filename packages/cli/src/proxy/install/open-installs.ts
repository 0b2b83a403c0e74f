import {
  chmodSync,
  existsSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { lockFile } from '../../config/lock-file.ts'
import { makeFolder } from '../../config/make-folder.ts'
import { type Command, withoutServer, withServer } from './edit-config.ts'
import { type KnownClient, knownClients } from './known-clients.ts'
import { lineDiff } from './line-diff.ts'
import { readText } from './read-text.ts'

/** A planned change of a configuration. */
export type PlannedChange = {
  client: KnownClient
  path: string
  /** `undefined` if there is no file. */
  before: string | undefined
  /** `undefined` to remove the file. */
  after: string | undefined
  diff: string
}

/** Folders of configurations and of the records of changes. */
export type InstallWorld = {
  home: string
  platform: string
  env: Readonly<Record<string, string | undefined>>
  stateDir: string
}

/** State before an installation, for an exact undo. */
type InstallRecord = {
  /** The file's path, because a client's folder may move later. */
  path: string
  before: string | null
  after: string
  /** The first folder that was created for it. */
  made?: string
}

/** Plans to add our server. @throws FiqError `NOT_FOUND`, `CONFIGURATION_INVALID`. */
export function planInstall(world: InstallWorld, name: string, server: Command): PlannedChange {
  const client = clientNamed(name)
  const path = pathOf(world, client)
  const before = readText(path)
  return planned(client, path, before, withServer(client, before ?? '', server))
}

/**
 * Plans the removal. If the file is unchanged since the installation, it is restored byte for byte.
 * Otherwise only our entry is removed.
 */
export function planUninstall(world: InstallWorld, name: string): PlannedChange {
  const client = clientNamed(name)
  const path = pathOf(world, client)
  const before = readText(path)
  const installed = readRecord(world, client, path)
  const untouched = installed !== undefined && before === installed.after
  const after = untouched
    ? (installed.before ?? undefined)
    : before && withoutServer(client, before)
  return planned(client, path, before, after)
}

/**
 * Applies a change: keeps a copy of the old file, and replaces the file atomically. An undo also
 * removes the copy and created folders.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the file was changed in between or cannot be written.
 */
export function carryOut(world: InstallWorld, change: PlannedChange, isInstall: boolean): void {
  const release = lockFile(join(world.stateDir, 'mcp-installs', '.lock'))
  try {
    carryOutLocked(world, change, isInstall)
  } finally {
    release()
  }
}

function carryOutLocked(world: InstallWorld, change: PlannedChange, isInstall: boolean): void {
  const { client, path, before } = change
  if (readText(path) !== before)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'Another program changed the configuration at the same time.',
      {
        facts: [`File: ${path}`],
        remedy: 'Run the command again.',
      },
    )
  try {
    if (isInstall) install(world, change)
    else uninstall(world, change, readRecord(world, client, path))
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', 'The configuration cannot be written.', {
      facts: [`File: ${path}`, `Reason: ${(cause as Error).message}`],
      remedy: 'Give this user permission to write there, and run the command again.',
      cause,
    })
  }
}

function install(world: InstallWorld, { client, path, before, after = '' }: PlannedChange): void {
  const earlier = readRecord(world, client, path)
  const made = makeFolder(dirname(path)) ?? earlier?.made
  if (before !== undefined) writeFileSync(backupOf(path), before, { mode: 0o600 })
  writeWhole(path, after)
  const original = earlier && earlier.after === before ? earlier.before : (before ?? null)
  const installed: InstallRecord = { path, before: original, after, ...defined({ made }) }
  const record = recordPath(world, client)
  makeFolder(dirname(record))
  writeWhole(record, JSON.stringify(installed))
}

function uninstall(
  world: InstallWorld,
  { client, path, before, after }: PlannedChange,
  installed: InstallRecord | undefined,
): void {
  if (after === undefined) rmSync(path, { force: true })
  else writeWhole(path, after)
  // If the file was edited since, keep the copy of its original.
  if (before === installed?.after) rmSync(backupOf(path), { force: true })
  if (installed?.made !== undefined) removeEmpty(dirname(path), installed.made)
  if (installed) rmSync(recordPath(world, client), { force: true })
}

/** Removes created folders, innermost first, if they are empty. */
function removeEmpty(folder: string, made: string): void {
  if (folder.length < made.length) return
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  removeEmpty(dirname(folder), made)
}

function backupOf(path: string): string {
  return `${path}.before-fiq`
}

function planned(
  client: KnownClient,
  path: string,
  before: string | undefined,
  after: string | undefined,
): PlannedChange {
  return { client, path, before, after, diff: lineDiff(before ?? '', after ?? '') }
}

function clientNamed(name: string): KnownClient {
  const client = knownClients.find((one) => one.name === name)
  if (client) return client
  const names = knownClients.map((one) => one.name)
  throw new FiqError('NOT_FOUND', `"${name.slice(0, 40)}" is not a known agent.`, {
    facts: [...didYouMean(name, names), `Known: ${names.join(', ')}`],
    remedy: 'For another agent, copy the settings that fiq proxy --open prints.',
  })
}

/**
 * @throws FiqError `CONFIGURATION_INVALID` for a folder that depends on the agent's working
 * directory.
 */
function pathOf({ home, platform, env }: InstallWorld, { paths, moved }: KnownClient): string {
  const folder = moved && env[moved.by]
  if (moved && folder) {
    if (isAbsolute(folder)) return join(folder, moved.file)
    throw new FiqError('CONFIGURATION_INVALID', `${moved.by} is not an absolute path.`, {
      facts: [`${moved.by}: ${folder.slice(0, 200)}`],
      remedy: 'Set it to an absolute path, or unset it.',
    })
  }
  const path = platform === 'win32' || platform === 'darwin' ? paths[platform] : paths.linux
  if (path.startsWith('%APPDATA%/'))
    return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), path.slice(10))
  const settings = env['XDG_CONFIG_HOME']
  if (platform === 'linux' && settings?.startsWith('/') && path.startsWith('.config/'))
    return join(settings, path.slice(8))
  return join(home, path)
}

/** Writes a file completely. Behind a link, the target is written and the link stays. */
function writeWhole(path: string, text: string): void {
  const file = existsSync(path) ? realpathSync(path) : path
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o600
  // Unique, so that two installations never write the same temporary file.
  const temporary = `${file}.${process.getBuiltinModule('node:crypto').randomUUID()}.fiq-new`
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx', flush: true })
    chmodSync(temporary, mode)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function recordPath({ stateDir }: InstallWorld, { name }: KnownClient): string {
  return join(stateDir, 'mcp-installs', `${name}.json`)
}

function readRecord(
  world: InstallWorld,
  client: KnownClient,
  path: string,
): InstallRecord | undefined {
  const text = readText(recordPath(world, client))
  try {
    const installed = text === undefined ? undefined : (JSON.parse(text) as InstallRecord)
    return installed?.path === path ? installed : undefined
  } catch {
    return undefined
  }
}
