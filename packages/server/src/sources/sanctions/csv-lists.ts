import { refuse } from '../../upstreams/checked-answer.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import { type ListedEntry, type ListedType, otherNames } from './listed-entry.ts'
import { countriesOfPlace, isoCountry } from './ofac-countries.ts'

type Row = (column: string) => string

/**
 * How the rows of a list name a party. Several rows, each with another name, may belong to one
 * party.
 */
type Columns = {
  id(row: Row): string
  listName(row: Row): string
  type(row: Row): string
  /** Names in this row. The first is the party's own. */
  names(row: Row): string[]
  /** Whether this row has the party's primary name. */
  isPrimary?(row: Row): boolean
  programs(row: Row): string[]
  /** Countries, as names or codes. */
  places(row: Row): string[]
  remarks(row: Row): string
}

/** A list in CSV. */
export type CsvList = {
  delimiter: ',' | ';'
  /** Required columns. A file without one is refused. */
  header: readonly string[]
  /**
   * Columns of details. If one is missing, the file is refused only if it has other columns with
   * the same beginning.
   */
  details?: readonly string[]
  /** The day that the file itself states, ISO 8601; `undefined` if it states none. */
  dayIn?(text: string): string | undefined
  columns: Columns
}

/**
 * The list of the British government. `Name 6` is the family name of a person, or the whole name of
 * a firm.
 */
export const ukList: CsvList = {
  delimiter: ',',
  header: [
    'Unique ID',
    ...['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'],
    ...['Name type', 'Alias strength', 'Name non-latin script', 'Regime Name', 'Designation Type'],
    ...['Address Country', 'Nationality(/ies)', 'Country of birth'],
    ...['Current believed flag of ship', 'Other Information'],
  ],
  dayIn(text) {
    const [, day] = /^\uFEFF?"?Report Date: (\d{2}-[A-Z][a-z]{2}-\d{4})/.exec(text) ?? []
    const instant = Date.parse(`${day?.replaceAll('-', ' ')} UTC`)
    return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 10)
  },
  columns: {
    id: (row) => row('Unique ID'),
    listName: () => 'UK',
    type: (row) => row('Designation Type'),
    names: (row) => {
      if (/low/i.test(row('Alias strength'))) return []
      const parts = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'].map(row)
      return [parts.filter(Boolean).join(' '), row('Name non-latin script')]
    },
    isPrimary: (row) => /^primary name$/i.test(row('Name type')),
    programs: (row) => [row('Regime Name')],
    places: (row) => [
      row('Address Country'),
      ...row('Nationality(/ies)').split(/[|;]|\(\d+\)/),
      row('Country of birth'),
      row('Current believed flag of ship'),
    ],
    remarks: (row) => row('Other Information'),
  },
}

/** Consolidated financial sanctions of the European Union, version 1.1 of its CSV. */
export const euList: CsvList = {
  delimiter: ';',
  header: [
    ...['Entity_LogicalId', 'Entity_EU_ReferenceNumber', 'Entity_SubjectType'],
    ...['Entity_SubjectType_ClassificationCode', 'Entity_Regulation_Programme', 'Entity_Remark'],
    ...['NameAlias_WholeName', 'NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_LastName'],
  ],
  details: ['Address_CountryIso2Code', 'BirthDate_CountryIso2Code', 'Citizenship_CountryIso2Code'],
  // Every row begins with the day of the file; the day precedes the month.
  dayIn(text) {
    const [, day, month, year] =
      /^\uFEFF?"?fileGenerationDate"?;[^\n]*\n"?(\d{2})\/(\d{2})\/(\d{4})"?;/.exec(text) ?? []
    return year === undefined ? undefined : `${year}-${month}-${day}`
  },
  columns: {
    id: (row) => row('Entity_EU_ReferenceNumber') || row('Entity_LogicalId'),
    listName: () => 'EU',
    type: (row) => row('Entity_SubjectType_ClassificationCode') || row('Entity_SubjectType'),
    names: (row) => [
      row('NameAlias_WholeName') ||
        ['NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_LastName']
          .map(row)
          .filter(Boolean)
          .join(' '),
    ],
    programs: (row) => [row('Entity_Regulation_Programme')],
    places: (row) => [
      row('Address_CountryIso2Code'),
      row('BirthDate_CountryIso2Code'),
      row('Citizenship_CountryIso2Code'),
    ],
    remarks: (row) => row('Entity_Remark'),
  },
}

/** Consolidated Screening List of the United States: lists of several agencies in one. */
export const usScreeningList: CsvList = {
  delimiter: ',',
  header: [
    ...['_id', 'source', 'entity_number', 'type', 'programs', 'name', 'addresses', 'remarks'],
    ...['alt_names', 'citizenships', 'nationalities'],
  ],
  columns: {
    id: (row) => row('_id') || row('entity_number') || row('name'),
    listName: (row) => `CSL: ${row('source')}`,
    type: (row) => row('type'),
    names: (row) => [row('name'), ...row('alt_names').split('; ')],
    programs: (row) => row('programs').split('; '),
    places: (row) => [
      ...row('addresses')
        .split('; ')
        .map((address) => address.split(', ').at(-1) ?? ''),
      ...row('nationalities').split('; '),
      ...row('citizenships').split('; '),
    ],
    remarks: (row) => row('remarks'),
  },
}

/**
 * Parties of a list in CSV, with all the names in their rows.
 *
 * @throws FiqError `UPSTREAM_CHANGED` if columns are missing, or for fewer parties than `rowsMin`
 */
export function readCsvList(
  text: string,
  { delimiter, header, details = [], columns }: CsvList,
  url: URL,
  rowsMin: number,
): ListedEntry[] {
  const parties = new Map<string, Row[]>()
  const detailsIn = (names: readonly string[]) =>
    details.filter((detail) => names.some((name) => name.startsWith(/^[^_]*_/.exec(detail)![0])))
  const { rows, others, header: names } = csvTable(text, url, header, delimiter, detailsIn)
  const places = new Map([...header, ...detailsIn(names)].map((name, index) => [name, index]))
  for (const [index, first] of rows.entries()) {
    const cells = [...first, ...others[index]!]
    const row: Row = (column) => cells[places.get(column) ?? -1]?.trim() ?? ''
    const id = columns.id(row)
    if (id === '') continue
    const party = parties.get(id)
    if (party) party.push(row)
    else parties.set(id, [row])
  }
  const entries = [...parties].flatMap(([id, party]) => entryOf(id, party, columns) ?? [])
  if (entries.length < rowsMin) refuse(url, `a list of ${entries.length} parties`)
  return entries
}

function entryOf(id: string, rows: readonly Row[], columns: Columns): ListedEntry | undefined {
  const first = rows.find((row) => columns.isPrimary?.(row)) ?? rows[0]!
  const names = [first, ...rows].flatMap((row) => columns.names(row)).filter(Boolean)
  const [name] = names
  if (name === undefined) return undefined
  const each = (values: (row: Row) => string[]) => [
    ...new Set(rows.flatMap(values).flatMap((value) => value.trim() || [])),
  ]
  return {
    id,
    listName: columns.listName(first),
    name,
    type: typeOf(columns.type(first)),
    programs: each(columns.programs),
    aliases: otherNames(name, names),
    countries: [...new Set(each(columns.places).flatMap(countriesOf))].sort(),
    remarks: columns.remarks(first) || null,
  }
}

function countriesOf(place: string): readonly string[] {
  const code = /^[A-Z]{2}$/.test(place) ? isoCountry(place) : undefined
  return code === undefined ? countriesOfPlace(place) : [code]
}

function typeOf(text: string): ListedType {
  if (/^(?:p|person|individual)$/i.test(text)) return 'individual'
  if (/^(?:ship|vessel)$/i.test(text)) return 'vessel'
  return /^aircraft$/i.test(text) ? 'aircraft' : 'entity'
}
