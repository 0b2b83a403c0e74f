import type { ScreenMatch } from './screening-index.ts'

/** The shape of `SanctionsMatch` in the schema. */
export function sanctionsMatch({ entry, matchedName, score }: ScreenMatch) {
  const { name, type, id, programs, countries, remarks } = entry
  return {
    matchedName,
    score: Math.round(score * 10_000) / 10_000,
    listName: 'SDN',
    program: programs.length > 0 ? programs.join(', ') : null,
    programs,
    entityName: name,
    type,
    sdnId: id,
    countries,
    remarks,
  }
}
