import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { connectors } from '../../connectors/connectors.ts'
import type { Connector } from '../../sources/connector.ts'

/**
 * The connectors of the named areas (`financials`, `sanctions-screen`); without names, all.
 *
 * @throws FiqError `BAD_INPUT` naming the existing areas
 */
export function areasNamed(names: readonly string[]): readonly Connector[] {
  const unknown = names.find((name) => !connectors.some(({ area }) => area === name))
  if (unknown !== undefined) {
    const areas = connectors.map(({ area }) => area)
    throw new FiqError('BAD_INPUT', `Unknown area ${JSON.stringify(unknown)}.`, {
      facts: didYouMean(unknown, areas),
      remedy: `Areas: ${areas.join(', ')}.`,
    })
  }
  return names.length === 0 ? connectors : connectors.filter(({ area }) => names.includes(area))
}
