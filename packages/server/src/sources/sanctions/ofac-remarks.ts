/** The facts in the remarks of an SDN entry. */
export type RemarkFacts = {
  /** Names in quotes after `a.k.a.` and `f.k.a.`, including weak aliases. */
  aliases: string[]
  /** Countries of nationality and citizenship, and places of birth, as written. */
  places: string[]
}

const alias = /\b[afn]\.k\.a\. '((?:[^']|'(?=[\p{L}\d]))*)'/giu
const place = /^(?:alt\. )?(?:nationality|citizen|POB)\s+(?:of )?(.+)$/i

/**
 * Parses remarks such as `DOB 1963; POB Belize; nationality Iran; a.k.a. 'HESA'; a.k.a. 'HTC'.` An
 * apostrophe inside an alias (`'AL-KA'BI'`) is kept if a letter follows it.
 */
export function readRemarks(remarks: string | null): RemarkFacts {
  if (remarks === null) return { aliases: [], places: [] }
  const aliases = [...remarks.matchAll(alias)].map((match) => match[1]!.trim()).filter(Boolean)
  const places = remarks
    .split(';')
    .map((remark) => place.exec(remark.trim().replace(/\.$/, ''))?.[1])
    .filter((found) => found !== undefined)
  return { aliases, places }
}
