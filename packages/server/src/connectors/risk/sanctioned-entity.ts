import { companyOf } from '../../sources/company-of.ts'
import type { ConnectorContext, Sourced } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { loadScreening } from '../../sources/sanctions/load-lists.ts'
import { sanctionsMatch } from '../../sources/sanctions/sanctions-match.ts'
import { screenName } from '../../sources/sanctions/screening-index.ts'

/** A row of the schema type `SanctionsMatch`, with the day of its list. */
export type SanctionsRow = ReturnType<typeof sanctionsMatch> & { day: string | null }

/**
 * Listed organisations whose name matches a company's, best first. People, vessels and aircraft
 * never match a company.
 *
 * @throws FiqError `NOT_FOUND` for an entity other than a company; of the list
 */
export async function sanctionedEntity(
  entity: EntityRecord,
  context: ConnectorContext,
): Promise<Sourced<SanctionsRow[]>> {
  const { name } = companyOf(entity)
  const { value, ...origin } = await loadScreening(context)
  const matches = screenName(value.index, name, {}).filter(({ entry }) => entry.type === 'entity')
  const dayOf = (listName: string) => {
    const list = value.lists.find((each) => listName.startsWith(each.name))
    const cited = origin.provenance.find(({ source }) => source === list?.source)
    return (cited?.asOf ?? cited?.retrievedAt)?.slice(0, 10) ?? null
  }
  const rows = matches.map(sanctionsMatch).map((row) => ({ ...row, day: dayOf(row.listName) }))
  return { value: rows, ...origin }
}
