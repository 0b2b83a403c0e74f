import type { EntityRecord } from '../../schema/entity.ts'
import { companyOf } from '../company-of.ts'
import type { ConnectorContext, Sourced } from '../connector.ts'
import { loadScreening } from '../sanctions-screen/load-lists.ts'
import { sanctionsMatch } from '../sanctions-screen/sanctions-match.ts'
import { screenName } from '../sanctions-screen/screening-index.ts'

/** A row of the schema type `SanctionsMatch`. */
export type SanctionsRow = ReturnType<typeof sanctionsMatch>

/**
 * Organisations of the lists held that a company may be, by its name, best first. People, vessels
 * and aircraft of the name are no match for a company.
 *
 * @throws FiqError `NOT_FOUND` for an entity that is no company; of the list
 */
export async function sanctionedEntity(
  entity: EntityRecord,
  context: ConnectorContext,
): Promise<Sourced<SanctionsRow[]>> {
  const { name } = companyOf(entity)
  const { value, ...origin } = await loadScreening(context)
  const matches = screenName(value.index, name, {}).filter(({ entry }) => entry.type === 'entity')
  return { value: matches.map(sanctionsMatch), ...origin }
}
