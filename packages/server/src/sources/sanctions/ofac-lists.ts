import { type ListedEntry, type ListedType, otherNames } from './listed-entry.ts'
import { countriesOfPlace } from './ofac-countries.ts'
import { readRemarks } from './ofac-remarks.ts'
import { type OfacRow, type OfacShape, readOfacRows } from './ofac-rows.ts'

/**
 * The text of the four published files. `comments` continues remarks that are longer than their
 * column.
 */
export type OfacFiles = { sdn: string; alt: string; add: string; comments: string }

/**
 * Minimum number of rows. The list of 2021 has 8,975 entries and has only grown, so fewer mean a
 * truncated file.
 */
export const publishedRowsMin = 5_000

const shapes = {
  sdn: { file: 'SDN.CSV', columns: 12, identifiers: 1, rowsMin: 1 },
  alt: { file: 'ALT.CSV', columns: 5, identifiers: 2, rowsMin: 0 },
  add: { file: 'ADD.CSV', columns: 6, identifiers: 2, rowsMin: 0 },
  comments: { file: 'SDN_COMMENTS.CSV', columns: 2, identifiers: 1, rowsMin: 0 },
} as const satisfies Record<string, OfacShape>

/**
 * Parses the SDN list from its files: SDN (entries), ALT (aliases), ADD (addresses) and
 * SDN_COMMENTS (continued remarks).
 *
 * @param options of the consolidated list, whose files have the same format
 * @param rowsMin minimum of SDN, ALT and ADD rows; {@link publishedRowsMin} for the published list
 * @throws FiqError `UPSTREAM_CHANGED` for another format or too few rows
 */
export function readOfacLists(
  files: OfacFiles,
  rowsMin: number,
  { listName = 'SDN', sidesMin = rowsMin }: { listName?: string; sidesMin?: number } = {},
): ListedEntry[] {
  const overflow = grouped(readOfacRows(files.comments, shapes.comments), 1)
  const aliases = grouped(readOfacRows(files.alt, { ...shapes.alt, rowsMin: sidesMin }), 3)
  const addresses = grouped(readOfacRows(files.add, { ...shapes.add, rowsMin: sidesMin }), 4)
  return Array.from(readOfacRows(files.sdn, { ...shapes.sdn, rowsMin }), (row) => {
    const [id, name, type, program] = row as readonly [string, ...(string | null)[]]
    const remarks = [row[11] ?? '', ...(overflow.get(id) ?? [])].join('') || null
    const facts = readRemarks(remarks)
    const places = [...(addresses.get(id) ?? []), ...facts.places, row[9] ?? '']
    return {
      id,
      listName,
      name: name ?? '',
      type: typeOf(type),
      programs: programsOf(program),
      aliases: otherNames(name ?? '', [...(aliases.get(id) ?? []), ...facts.aliases]),
      countries: [...new Set(places.flatMap(countriesOfPlace))].sort(),
      remarks,
    }
  })
}

function grouped(rows: Iterable<OfacRow>, column: number) {
  const groups = new Map<string, string[]>()
  for (const row of rows) {
    const value = row[column]
    if (value == null) continue
    const group = groups.get(row[0]!)
    if (group) group.push(value)
    else groups.set(row[0]!, [value])
  }
  return groups
}

function typeOf(type: string | null | undefined): ListedType {
  const known = type?.toLowerCase()
  return known === 'individual' || known === 'vessel' || known === 'aircraft' ? known : 'entity'
}

/** Splits programs: `SDGT] [IFSR` contains two. */
function programsOf(program: string | null | undefined): string[] {
  return (program ?? '')
    .split(/\]\s*\[/)
    .map((one) => one.replace(/[[\]]/g, '').trim())
    .filter(Boolean)
}
