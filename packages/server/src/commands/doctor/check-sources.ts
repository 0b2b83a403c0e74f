import { existsSync } from 'node:fs'
import { orNames } from '@fiq/shared/spelling/name-list'
import type { ServerConfig } from '../../config/config.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { fieldReadiness, refusedAreas } from '../../sources/field-readiness.ts'
import { type Check, failed, ok, warning } from './finding.ts'

/**
 * Reports the number of enabled sources, and the areas that the server refuses, with the sources
 * that would answer them.
 */
export function checkSources(
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
      refused.map(({ area, settings }) => `${area}: set ${orNames(settings)}`).join('; '),
    )
  }
}
