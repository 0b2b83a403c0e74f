import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { ServerConfig } from '../../config/config.ts'
import { type SignInProvider, signInProviders } from '../../config/sign-in-providers.ts'
import { isOpenToOthers } from '../../settlement/settle/settler-key.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/**
 * Minimum free space. The record grows by about 1 KiB for each payment and keeps answers for a day
 * at least.
 */
const freeBytesMin = 1024 ** 3

type Files = Pick<ServerConfig, 'dataDir' | 'database' | 'settlerKeyFile' | ProviderFile>
type ProviderFile = (typeof signInProviders)[SignInProvider]['secretFile']

/** Checks that files with money, answers or secrets are accessible to their owner only. */
export function checkPermissions(config: Files): Check {
  const { dataDir, settlerKeyFile } = config
  const ofProviders = Object.values(signInProviders).map(({ secretFile }) => config[secretFile])
  return async () => {
    const kept = [dataDir, join(dataDir, ledgerFile), join(dataDir, 'devnet.sqlite')]
    const secrets = [settlerKeyFile, ...ofProviders].filter((file) => file !== undefined)
    const missing = secrets.filter((file) => !existsSync(file))
    if (missing.length > 0)
      return failed(`Missing: ${missing.join(', ')}.`, 'Correct the setting that names the file.')
    const there = [...kept, ...secrets].filter((file) => existsSync(file))
    const open = there.filter((file) => isOpenToOthers(file, statSync(file)))
    if (open.length > 0)
      return failed(
        `Other users of this machine can access ${andNames(open)}.`,
        `chmod go= ${open.join(' ')}`,
      )
    return ok(there.length > 0 ? `${andNames(there)}: only the owner has access` : 'no file yet')
  }
}

/** @returns A check of the disk with the data folder, or with its nearest existing parent. */
export function checkDisk({ dataDir, database }: Files): Check {
  return async () => {
    if (database !== undefined && !existsSync(dataDir)) return skipped('nothing is stored there')
    const folder = existsSync(dataDir) ? dataDir : '.'
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const says = `${(free / 1024 ** 3).toFixed(1)} GiB free under ${dataDir}`
    if (free >= freeBytesMin) return ok(says)
    return warning(says, 'Free disk space: while the disk is full, the server refuses payments.')
  }
}
