import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { type Command, withoutServer, withServer } from './edit-config.ts'
import { type KnownClient, knownClients } from './known-clients.ts'
import { lineDiff } from './line-diff.ts'

/** A change of a configuration, not made yet. */
export type PlannedChange = {
  client: KnownClient
  path: string
  /** `undefined` where there is no file. */
  before: string | undefined
  /** `undefined` to take the file away again. */
  after: string | undefined
  diff: string
}

/** Where configurations and what was changed of them are kept. */
export type InstallWorld = {
  home: string
  platform: string
  env: Readonly<Record<string, string | undefined>>
  stateDir: string
}

/** What was there before an installation, so that it can be undone to the byte. */
type Kept = { before: string | null; after: string }

/** Plans to enter our server. @throws FiqError `NOT_FOUND`, `CONFIGURATION_INVALID`. */
export function planInstall(world: InstallWorld, name: string, server: Command): PlannedChange {
  const client = clientNamed(name)
  const path = pathOf(world, client)
  const before = readText(path)
  return planned(client, path, before, withServer(client, before ?? '', server))
}

/**
 * Plans to take it out again: where nobody has touched the file since, it becomes what it was, to
 * the byte; else our entry alone is taken out.
 */
export function planUninstall(world: InstallWorld, name: string): PlannedChange {
  const client = clientNamed(name)
  const path = pathOf(world, client)
  const before = readText(path)
  const kept = readKept(world, client)
  const untouched = kept !== undefined && before === kept.after
  const after = untouched ? (kept.before ?? undefined) : before && withoutServer(client, before)
  return planned(client, path, before, after)
}

/** Makes a change: the old file is kept beside it, the new one put in its place in one step. */
export function carryOut(world: InstallWorld, change: PlannedChange, isInstall: boolean): void {
  const { client, path, before, after } = change
  if (readText(path) !== before)
    throw new FiqError('CONFIGURATION_INVALID', 'The configuration was changed meanwhile.', {
      facts: [`File: ${path}`],
      remedy: 'Run the command again.',
    })
  if (after === undefined) rmSync(path, { force: true })
  else writeWhole(path, after, before)
  const record = keptPath(world, client)
  if (!isInstall) {
    rmSync(record, { force: true })
    return
  }
  const earlier = readKept(world, client)
  const original = earlier && earlier.after === before ? earlier.before : (before ?? null)
  if (after !== undefined)
    writeWhole(record, JSON.stringify({ before: original, after }), undefined)
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
  throw new FiqError('NOT_FOUND', `"${name.slice(0, 40)}" is no client that is known.`, {
    facts: [...didYouMean(name, names), `Known: ${names.join(', ')}`],
    remedy: 'For another one, copy what fiq proxy --open prints.',
  })
}

function pathOf({ home, platform, env }: InstallWorld, { paths }: KnownClient): string {
  const path = platform === 'win32' || platform === 'darwin' ? paths[platform] : paths.linux
  if (!path.startsWith('%APPDATA%/')) return join(home, path)
  return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), path.slice(10))
}

function writeWhole(path: string, text: string, before: string | undefined): void {
  mkdirSync(dirname(path), { recursive: true })
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o600
  if (before !== undefined) writeFileSync(`${path}.before-fiq`, before, { mode: 0o600 })
  writeFileSync(`${path}.fiq-new`, text, { mode })
  chmodSync(`${path}.fiq-new`, mode)
  renameSync(`${path}.fiq-new`, path)
}

function keptPath({ stateDir }: InstallWorld, { name }: KnownClient): string {
  return join(stateDir, 'mcp-installs', `${name}.json`)
}

function readKept(world: InstallWorld, client: KnownClient): Kept | undefined {
  const text = readText(keptPath(world, client))
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') return undefined
    throw new FiqError('CONFIGURATION_INVALID', 'The configuration cannot be read.', {
      facts: [`File: ${path}`, (cause as Error).message],
      cause,
    })
  }
}
