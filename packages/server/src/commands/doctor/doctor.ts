import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defined, ifPresent } from '@fiq/shared/defined'
import type { ServerConfig } from '../../config/config.ts'
import { withPersonalSettings } from '../../config/personal-files.ts'
import { connectors } from '../../connectors/connectors.ts'
import { openImportedFiles } from '../../imported-files/open-imported-files.ts'
import { openRedis } from '../../redis/open-redis.ts'
import { createRpcChain } from '../../settlement/chain/rpc-chain.ts'
import { isOpenToOthers } from '../../settlement/settle/settler-key.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { allowedUpstreams, createConnectorContext } from '../../sources/context.ts'
import { fieldReadiness, refusedAreas } from '../../sources/field-readiness.ts'
import { personalGrants } from '../../sources/grades/own-decisions.ts'
import { overduePayments, overdueText } from '../../storage/admin/overdue-payments.ts'
import { pendingMigrations, schemaNumber } from '../../storage/database/pending-migrations.ts'
import { readSchemaNumber } from '../../storage/database/read-schema-number.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { onStore, type Printed } from '../printing/operator-ports.ts'
import { textTable } from '../printing/text-table.ts'
import { checkHeaders } from './check-listener.ts'
import {
  checkClock,
  checkConstants,
  checkPayTo,
  checkRemote,
  checkSettler,
  checkSignatures,
} from './check-settlement.ts'
import { type Check, type Finding, failed, findingOf, ok, skipped, warning } from './finding.ts'

export type DoctorPorts = {
  environment: Readonly<Record<string, string | undefined>>
  nowMs(): number
}

/** Timeout of the server's quotes, which a facilitator must support. */
const maxTimeoutSeconds = 60

/**
 * `fiq-server doctor`: checks everything that a server of this configuration depends on, with one
 * finding each. Changes nothing; the server may run.
 *
 * @returns The printed text, and whether all checks passed.
 */
export async function runDoctor(
  config: ServerConfig,
  ports: DoctorPorts,
): Promise<Printed & { isWell: boolean }> {
  const checks = Object.entries(checksOf(config, ports))
  const findings = await Promise.all(checks.map(([name, check]) => findingOf(name, check)))
  const isWell = findings.every(({ state }) => state !== 'failed')
  return { isWell, json: { ok: isWell, findings }, text: textOf(findings) }
}

function checksOf(config: ServerConfig, ports: DoctorPorts): Record<string, Check> {
  const { nowMs } = ports
  const { facilitator, rpcUrl, redis, upstream, publicUrl, host, port, dataDir, personal } = config
  const environment = personal
    ? withPersonalSettings(dataDir, ports.environment)
    : ports.environment
  const context = createConnectorContext({
    upstreams: { mode: upstream.mode, fetch: () => Promise.reject(new Error('never asked')) },
    files: openImportedFiles([dataDir]),
    now: () => new Date(nowMs()),
    allowed: personal ? personalGrants(dataDir, nowMs) : allowedUpstreams(environment),
    isPersonal: personal,
    upstreamKeyOf: (variable) => environment[variable],
  })
  const files = { permissions: checkPermissions(config), disk: checkDisk(config) }
  const sources = checkSources(upstream, connectors, context)
  if (personal) return { ...files, sources }
  const chain = rpcUrl === undefined ? undefined : createRpcChain({ url: rpcUrl })
  return {
    ...files,
    store: checkStore(config),
    payments: checkPayments(config, nowMs),
    ...defined({ redis: ifPresent(redis, checkRedis) }),
    'pay to': checkPayTo(config),
    'chain constants': checkConstants(chain),
    clock: checkClock(chain, nowMs),
    signatures: checkSignatures,
    ...defined({
      settler:
        facilitator.mode === 'local'
          ? checkSettler(config.settlerKeyFile, chain, config.gasAlarm)
          : undefined,
      facilitator:
        facilitator.mode === 'remote'
          ? checkRemote(facilitator.url, chain, { maxTimeoutSeconds, nowMs })
          : undefined,
    }),
    sources,
    headers: checkHeaders(publicUrl ?? `http://${host}:${port}`, publicUrl !== undefined),
  }
}

function textOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ check, state, says }) => [state, check, says])
  const todo = findings.filter(({ remedy }) => remedy !== undefined)
  const remedies = todo.map(({ check, remedy }) => `${check}: ${remedy}`)
  return [
    textTable(['STATE', 'CHECK', 'FOUND'], rows),
    ...(todo.length > 0 ? ['', ...remedies] : []),
  ].join('\n')
}

/**
 * Reports the number of enabled sources, and the areas that the server refuses, with the sources
 * that would answer them.
 */
function checkSources(
  upstream: ServerConfig['upstream'],
  connectors: readonly Connector[],
  context: Pick<ConnectorContext, 'enabled' | 'files' | 'isPersonal'>,
): Check {
  return async () => {
    if (upstream.mode === 'sandbox')
      return warning('The sandbox serves invented data.', 'Choose --upstream mirror:DIR or live.')
    if (upstream.mode === 'mirror' && !existsSync(upstream.folder))
      return failed(`The mirror ${upstream.folder} does not exist.`, 'Correct --upstream.')
    const all = new Map(
      connectors.flatMap(({ upstreams }) => upstreams.map((each) => [each.id, each])),
    )
    const on = [...all.values()].filter(context.enabled)
    const says = `${on.length} of ${all.size} sources on (${upstream.mode})`
    const refused = refusedAreas(fieldReadiness(connectors, context))
    if (refused.length === 0) return ok(says)
    return warning(
      `${says}; areas without a source, refused free of charge: ${refused.map(({ area }) => area).join(', ')}.`,
      refused.map(({ area, settings }) => `${area}: set ${settings.join(' or ')}`).join('; '),
    )
  }
}

/**
 * Minimum free space. The record grows by about 1 KiB for each payment and keeps answers for a day
 * at least.
 */
const freeBytesMin = 1024 ** 3

type Files = Pick<
  ServerConfig,
  'dataDir' | 'database' | 'settlerKeyFile' | 'googleClientSecretFile'
>

/** Checks that files with money, answers or secrets are accessible to their owner only. */
function checkPermissions(config: Files): Check {
  const { dataDir, settlerKeyFile, googleClientSecretFile } = config
  return async () => {
    const kept = [dataDir, join(dataDir, ledgerFile), join(dataDir, 'devnet.sqlite')]
    const secrets = [settlerKeyFile, googleClientSecretFile].filter((file) => file !== undefined)
    const missing = secrets.filter((file) => !existsSync(file))
    if (missing.length > 0)
      return failed(`Missing: ${missing.join(', ')}.`, 'Correct the setting that names the file.')
    const there = [...kept, ...secrets].filter((file) => existsSync(file))
    const open = there.filter((file) => isOpenToOthers(file, statSync(file)))
    if (open.length > 0)
      return failed(
        `Other users of this machine can access ${open.join(', ')}.`,
        `chmod go= ${open.join(' ')}`,
      )
    return ok(there.length > 0 ? `${there.join(', ')}: only the owner has access` : 'no file yet')
  }
}

/** @returns A check of the disk with the data folder, or with its nearest existing parent. */
function checkDisk({ dataDir, database }: Files): Check {
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

type Place = Pick<ServerConfig, 'database' | 'dataDir'>

/** Reports the schema of the database and whether it can be written. Upgrades nothing. */
function checkStore(place: Place): Check {
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
function checkPayments(place: Place, nowMs: () => number): Check {
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
function checkRedis(url: string): Check {
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
