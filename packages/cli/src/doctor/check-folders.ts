import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { Folders } from '../config/folders.ts'
import { databaseName } from '../payment/journal/open-database.ts'
import { keystoreFolder } from '../wallet/keys/known-wallets.ts'
import { playFolder } from '../wallet/keys/play-key.ts'
import type { Check } from './check.ts'

/** Checks that the folders are writable and closed to others. A missing folder is not a fault. */
export function checkFolders(folders: Folders): readonly Check[] {
  const places = new Map(Object.entries(folders).map(([name, path]) => [path, name]))
  return [
    ...[...places].map(([path, name]) => checkFolder(`folder: ${name}`, path)),
    checkPrivate(privateFilesOf(folders)),
  ]
}

function checkFolder(name: string, path: string): Check {
  if (!existsSync(path))
    return { name, status: 'ok', detail: `${path}: will be created when it is needed` }
  if (!statSync(path).isDirectory())
    return {
      name,
      status: 'failed',
      detail: `${path} is not a folder`,
      remedy: 'Move the file to another place.',
    }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const remedy = `Make this user its owner, with all rights: chown and chmod u+rwx ${path}`
    return { name, status: 'failed', detail: `${path} cannot be written`, remedy }
  }
  return { name, status: 'ok', detail: path }
}

/** Journal, wallets, keystores and stored keys, which others must not read. */
function privateFilesOf({ config, state }: Folders): readonly string[] {
  return [
    join(state, databaseName),
    ...['wallets.json', 'credentials.json'].map((name) => join(config, name)),
    ...[keystoreFolder, playFolder].map((name) => join(config, name)).flatMap(filesIn),
  ].filter((path) => existsSync(path))
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

function checkPrivate(paths: readonly string[]): Check {
  const name = 'private files'
  const open = paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0)
    return { name, status: 'ok', detail: `${paths.length}, readable only by their owner` }
  return {
    name,
    status: 'failed',
    detail: `other users can access ${andNames(open)}`,
    remedy: `chmod go= ${open.join(' ')}`,
  }
}
