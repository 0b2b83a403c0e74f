import { refuse } from '../../upstreams/checked-answer.ts'
import { instantTextOf } from '../../upstreams/instant-text.ts'
import { childrenOf, elementAt, textAt, type XmlElement, xmlRoot } from '../../upstreams/xml.ts'
import { type ListedEntry, otherNames } from './listed-entry.ts'
import { countriesOfPlace } from './ofac-countries.ts'

/**
 * Parses the consolidated list of the UN Security Council: individuals and entities with their
 * aliases. Omits low-quality aliases, which the UN considers insufficient to identify a party.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for text that is not this list, or with fewer parties than
 * `rowsMin`
 */
export function readUnList(
  text: string,
  url: URL,
  rowsMin: number,
): { entries: ListedEntry[]; asOf: string | null } {
  const root = xmlRoot(text)
  if (root?.name !== 'CONSOLIDATED_LIST') return refuse(url, 'no consolidated list')
  const parties = (group: string, name: string) => {
    const found = elementAt(root, group)
    return found ? childrenOf(found, name) : []
  }
  const entries = [
    ...parties('INDIVIDUALS', 'INDIVIDUAL').map((party) => entryOf(party, 'INDIVIDUAL')),
    ...parties('ENTITIES', 'ENTITY').map((party) => entryOf(party, 'ENTITY')),
  ].filter(({ name }) => name !== '')
  if (entries.length < rowsMin) refuse(url, `a list of ${entries.length} parties`)
  return { entries, asOf: instantTextOf(root.attributes['dateGenerated']) }
}

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function entryOf(party: XmlElement, kind: 'INDIVIDUAL' | 'ENTITY'): ListedEntry {
  const name = nameParts.flatMap((part) => textAt(party, part) ?? []).join(' ')
  const aliases = childrenOf(party, `${kind}_ALIAS`)
    .filter((alias) => textAt(alias, 'QUALITY')?.toLowerCase() !== 'low')
    .flatMap((alias) => textAt(alias, 'ALIAS_NAME') ?? [])
  const original = textAt(party, 'NAME_ORIGINAL_SCRIPT')
  const places = [
    ...childrenOf(party, `${kind}_ADDRESS`),
    ...childrenOf(party, 'INDIVIDUAL_PLACE_OF_BIRTH'),
  ].flatMap((place) => textAt(place, 'COUNTRY') ?? [])
  const nationalities = childrenOf(party, 'NATIONALITY').flatMap((nationality) =>
    childrenOf(nationality, 'VALUE').map(({ text }) => text),
  )
  return {
    id: textAt(party, 'REFERENCE_NUMBER') ?? textAt(party, 'DATAID') ?? name,
    listName: 'UN',
    name,
    type: kind === 'INDIVIDUAL' ? 'individual' : 'entity',
    programs: [textAt(party, 'UN_LIST_TYPE')].filter((program) => program !== null),
    aliases: otherNames(name, original === null ? aliases : [...aliases, original]),
    countries: [...new Set([...places, ...nationalities].flatMap(countriesOfPlace))].sort(),
    remarks: textAt(party, 'COMMENTS1'),
  }
}
