import { defined, ifPresent } from '@fiq/shared/defined'
import type { ServerConfig } from '../../config/config.ts'
import { withPersonalSettings } from '../../config/personal-files.ts'
import { connectors } from '../../connectors/connectors.ts'
import { openImportedFiles } from '../../imported-files/open-imported-files.ts'
import { createRpcChain } from '../../settlement/chain/rpc-chain.ts'
import { allowedUpstreams, createConnectorContext } from '../../sources/context.ts'
import { personalGrants } from '../../sources/grades/own-decisions.ts'
import type { Printed } from '../printing/operator-ports.ts'
import { textTable } from '../printing/text-table.ts'
import { checkDisk, checkPermissions } from './check-files.ts'
import { checkHeaders } from './check-listener.ts'
import {
  checkClock,
  checkConstants,
  checkPayTo,
  checkRemote,
  checkSettler,
  checkSignatures,
} from './check-settlement.ts'
import { checkSources } from './check-sources.ts'
import { checkPayments, checkRedis, checkStore } from './check-store.ts'
import { type Check, type Finding, findingOf } from './finding.ts'

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
