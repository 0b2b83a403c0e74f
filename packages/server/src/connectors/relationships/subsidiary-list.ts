import { plainText } from '../../upstreams/plain-text.ts'

/** A subsidiary in exhibit 21 of an annual report. */
export type Subsidiary = {
  name: string
  /** Jurisdiction of organisation, as the filer wrote it. */
  jurisdiction: string | null
}

/**
 * Subsidiaries in exhibit 21: the first and the last cell with text in each table row, without
 * headings. Filers write exhibits by hand; a list without a table is ignored.
 *
 * @param html of the exhibit
 */
export function readSubsidiaries(html: string): Subsidiary[] {
  const found = new Map<string, Subsidiary>()
  for (const row of html.split(/<tr\b/i).slice(1, rowsMax)) {
    const cells = row
      .split(/<\/tr>/i)[0]!
      .split(/<t[dh]\b[^<>]*>/i)
      .slice(1)
      .map(plainText)
      .filter((cell) => /\p{L}/u.test(cell))
    const [name = ''] = cells
    const jurisdiction = cells.length > 1 ? cells.at(-1)! : null
    if (!isName(name) || isHeading(name) || (jurisdiction !== null && isHeading(jurisdiction)))
      continue
    if (jurisdiction !== null && jurisdiction.length > jurisdictionLengthMax) continue
    if (!found.has(name)) found.set(name, { name, jurisdiction })
  }
  return [...found.values()]
}

const rowsMax = 5_000
const nameLengthMax = 200
const jurisdictionLengthMax = 80

function isName(text: string): boolean {
  return text.length >= 3 && text.length <= nameLengthMax
}

function isHeading(text: string): boolean {
  return /\b(?:jurisdiction|subsidiar(?:y|ies)|name of|state of|state or|place of|organi[sz]ed under|incorporation)\b/i.test(
    text,
  )
}
