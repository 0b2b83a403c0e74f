import { existsSync } from 'node:fs'
import type { ServerConfig } from '../../config/config.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { type Check, failed, ok, warning } from './finding.ts'

/** Which sources answer here, which areas have none, and which keys are missing. */
export function checkSources(
  upstream: ServerConfig['upstream'],
  connectors: readonly Connector[],
  enabled: ConnectorContext['enabled'],
): Check {
  return async () => {
    if (upstream.mode === 'sandbox')
      return warning('The data is invented: the sandbox.', 'Choose --upstream mirror:DIR or live.')
    if (upstream.mode === 'mirror' && !existsSync(upstream.folder))
      return failed(`The mirror ${upstream.folder} is not there.`, 'Correct --upstream.')
    const all = connectors.flatMap(({ upstreams }) => upstreams)
    const on = all.filter(enabled)
    const dark = connectors.filter(
      ({ upstreams }) => upstreams.length > 0 && !upstreams.some(enabled),
    )
    const keys = [...new Set(all.filter((each) => !enabled(each)).map(({ key }) => key))]
    const says = `${on.length} of ${all.length} sources on (${upstream.mode})`
    if (dark.length === 0) return ok(says)
    const areas = dark.map(({ area }) => area).join(', ')
    const missing = keys.filter((key) => key !== undefined)
    return warning(
      `${says}; without a source, and refused free of charge: ${areas}.`,
      missing.length > 0
        ? `Set ${missing.join(', ')}, or allow restricted ones with FIQ_RESTRICTED_UPSTREAMS.`
        : 'Allow restricted ones with FIQ_RESTRICTED_UPSTREAMS where you have an agreement.',
    )
  }
}
