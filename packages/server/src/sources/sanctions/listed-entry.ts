/** Kind of a listed party. */
export type ListedType = 'individual' | 'entity' | 'vessel' | 'aircraft'

/** One party of a sanctions list. */
export type ListedEntry = {
  /** Identifier in the list, e.g. OFAC's `36`, the UN's `CDi.001`. */
  id: string
  /** Name of the list: `SDN`, `UN`, … */
  listName: string
  name: string
  type: ListedType
  /** Sanctions programs or regimes, e.g. `['SDGT', 'IFSR']`. */
  programs: readonly string[]
  /** Other names, without repetitions of `name`. */
  aliases: readonly string[]
  /** ISO alpha-2 codes of addresses, nationalities, citizenships, birthplaces and flags. */
  countries: readonly string[]
  remarks: string | null
  /** IMO, tail and registration numbers, normalised by `identifierOf`. */
  identifiers?: readonly string[]
}

/** The distinct names except the first. */
export function otherNames(name: string, names: readonly string[]): string[] {
  return [...new Set(names.filter(Boolean))].filter((other) => other !== name)
}
