import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { connectors } from '../../connectors/connectors.ts'
import type { Connector } from '../../sources/connector.ts'

/**
 * The connectors of areas by name (`financials`, `sanctions-screen`); all of them where none is named.
 *
 * @throws FiqError `BAD_INPUT` naming the areas there are
 */
export function areasNamed(names: readonly string[]): readonly Connector[] {
  const unknown = names.find((name) => !connectors.some(({ area }) => area === name))
  if (unknown !== undefined) {
    const areas = connectors.map(({ area }) => area)
    throw new FiqError('BAD_INPUT', `There is no area ${JSON.stringify(unknown)}.`, {
      facts: didYouMean(unknown, areas),
      remedy: `Name some of ${areas.join(', ')}.`,
    })
  }
  return names.length === 0 ? connectors : connectors.filter(({ area }) => names.includes(area))
}
