import { dayOf } from '../market/newest-first.ts'

const csv = (delimiter: string, rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n')

/** A CSV header, and a row for each record. All records have the columns of the first one. */
function table(records: readonly Readonly<Record<string, string>>[]): string[][] {
  return [Object.keys(records[0]!), ...records.map((record) => Object.values(record))]
}

/** The list of the United Kingdom: one party with an alias, both invented. */
export function ukSanctions(_: unknown, now: number): string {
  const party = {
    'Unique ID': 'SANDBOX0001',
    'Name 6': 'Beispielsson',
    'Name 1': 'Erfunden',
    'Name 2': '',
    'Name 3': '',
    'Name 4': '',
    'Name 5': '',
    'Name type': 'Primary Name',
    'Alias strength': '',
    'Name non-latin script': '',
    'Regime Name': 'Example',
    'Designation Type': 'Individual',
    'Other Information': '',
    'Address Country': '',
    'Nationality(/ies)': '',
    'Country of birth': '',
    'Current believed flag of ship': '',
  }
  const alias = { ...party, 'Name 1': 'Ersonnen', 'Name type': 'Alias' }
  const day = new Date(now).toUTCString().slice(5, 16).replaceAll(' ', '-')
  return csv(',', [[`Report Date: ${day}`], ...table([party, alias])])
}

/** The list of the European Union, separated by semicolons. */
export function euSanctions(_: unknown, now: number): string {
  const [year, month, day] = dayOf(now).split('-')
  const party = {
    fileGenerationDate: `${day}/${month}/${year}`,
    Entity_LogicalId: '900001',
    Entity_EU_ReferenceNumber: '',
    Entity_Remark: '',
    Entity_SubjectType: 'E',
    Entity_SubjectType_ClassificationCode: 'enterprise',
    Entity_Regulation_Programme: 'EXAMPLE',
    NameAlias_LastName: '',
    NameAlias_FirstName: '',
    NameAlias_MiddleName: '',
    NameAlias_WholeName: 'Compagnie Fictive du Bac à Sable',
    Address_CountryIso2Code: 'FR',
  }
  return csv(';', table([party]))
}

/** The Consolidated Screening List of the United States. */
export function usScreening(): string {
  const party = {
    _id: 'sandbox1',
    source: 'Entity List (EL) - Example',
    entity_number: '',
    type: 'Entity',
    programs: 'EXAMPLE',
    name: 'Sandpit Semiconductor Works',
    addresses: '1 Example Street, Town, CN',
    remarks: '',
    alt_names: 'Sandpit Semi',
    citizenships: '',
    nationalities: '',
  }
  return csv(',', table([party]))
}
