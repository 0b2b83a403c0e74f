import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '../../config/config.ts'
import { openRedis } from '../../redis/open-redis.ts'
import { overduePayments, overdueText } from '../../storage/admin/overdue-payments.ts'
import { pendingMigrations, schemaNumber } from '../../storage/database/pending-migrations.ts'
import { readSchemaNumber } from '../../storage/database/read-schema-number.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { onStore } from '../printing/operator-ports.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

type Place = Pick<ServerConfig, 'database' | 'dataDir'>

/** Reports the schema of the database and whether it can be written. Upgrades nothing. */
export function checkStore(place: Place): Check {
  const { database, dataDir } = place
  const name = database === undefined ? join(dataDir, ledgerFile) : 'PostgreSQL'
  return async () => {
    if (isAbsent(place))
      return warning(`${name} does not exist yet.`, 'The server creates it when it starts.')
    const applied = await readSchemaNumber(place)
    if (pendingMigrations(applied).length > 0)
      return warning(
        `${name} has schema ${applied}; the next start upgrades it to ${schemaNumber}.`,
        'Take a backup first: fiq-server backup FILE.',
      )
    await onStore(place, ({ database: opened }) => opened.probe())
    return ok(`${name} accepts writes; schema ${applied}`)
  }
}

/** Reports payments with an unknown outcome. */
export function checkPayments(place: Place, nowMs: () => number): Check {
  return async () => {
    if (isAbsent(place) || pendingMigrations(await readSchemaNumber(place)).length > 0)
      return skipped('the next start creates or upgrades the database')
    const overdue = await onStore(place, ({ record }) => overduePayments(record, nowMs()))
    return overdue
      ? warning(overdueText(overdue), overdue.remedy)
      : ok('the outcome of every expired payment is known')
  }
}

function isAbsent({ database, dataDir }: Place): boolean {
  return database === undefined && !existsSync(join(dataDir, ledgerFile))
}

/** Reports whether Redis is reachable. Without it nothing is lost, and instances share less. */
export function checkRedis(url: string): Check {
  return async () => {
    const redis = await openRedis(url, () => {})
    try {
      const answer = await redis.call((client) => client.ping())
      if (answer === 'PONG') return ok('answers')
      return failed('Redis does not answer.', 'Start it, or correct --redis or FIQ_REDIS.')
    } finally {
      await redis.close()
    }
  }
}
