import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '../../config/config.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/** The record grows by about a kibibyte a payment and keeps answers for a day at least. */
const freeBytesMin = 1024 ** 3

type Files = Pick<
  ServerConfig,
  'dataDir' | 'database' | 'settlerKeyFile' | 'googleClientSecretFile'
>

/** Files with money, answers or secrets must be accessible to their owner only. */
export function checkPermissions(config: Files): Check {
  const { dataDir, settlerKeyFile, googleClientSecretFile } = config
  return async () => {
    const kept = [dataDir, join(dataDir, ledgerFile), join(dataDir, 'devnet.sqlite')]
    const secrets = [settlerKeyFile, googleClientSecretFile].filter((file) => file !== undefined)
    const missing = secrets.filter((file) => !existsSync(file))
    if (missing.length > 0)
      return failed(`Not there: ${missing.join(', ')}.`, 'Correct the setting that names the file.')
    const there = [...kept, ...secrets].filter((file) => existsSync(file))
    const open = there.filter((file) => (statSync(file).mode & 0o077) !== 0)
    if (open.length > 0)
      return failed(
        `Others of this machine may use ${open.join(', ')}.`,
        `chmod go= ${open.join(' ')}`,
      )
    return ok(there.length > 0 ? `${there.join(', ')}: the owner alone` : 'nothing there yet')
  }
}

/** @returns a check of the disk under the data folder, or of its nearest parent. */
export function checkDisk({ dataDir, database }: Files): Check {
  return async () => {
    if (database !== undefined && !existsSync(dataDir)) return skipped('nothing is kept there')
    const folder = existsSync(dataDir) ? dataDir : '.'
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const says = `${(free / 1024 ** 3).toFixed(1)} GiB free under ${dataDir}`
    if (free >= freeBytesMin) return ok(says)
    return warning(says, 'Make room: on a full disk payments are refused until there is some.')
  }
}
