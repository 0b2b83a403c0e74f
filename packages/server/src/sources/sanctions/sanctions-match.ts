import { consolidatedName } from './ofac.ts'
import type { ScreenMatch } from './screening-index.ts'

/** Converts a match to `SanctionsMatch` of the schema. */
export function sanctionsMatch({ entry, matchedName, score, identifier = undefined }: ScreenMatch) {
  const { name, type, id, listName, programs, countries, remarks } = entry
  return {
    matchedName,
    score: Math.round(score * 10_000) / 10_000,
    listName,
    program: programs.length > 0 ? programs.join(', ') : null,
    programs,
    entityName: name,
    type,
    sdnId: listName === 'SDN' || listName === consolidatedName ? id : null,
    entryId: id,
    countries,
    remarks,
    matchedIdentifier: identifier ?? null,
  }
}
