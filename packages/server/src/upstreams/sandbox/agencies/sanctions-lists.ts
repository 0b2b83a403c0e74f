const csv = (delimiter: string, rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n')

/** The United Kingdom's list: one party with an alias, all of it invented. */
export function ukSanctions(): string {
  const columns = ['Unique ID', 'Name 1', 'Name 6', 'Name type', 'Designation Type', 'Regime Name']
  return csv(',', [
    ['Report Date: 01-Jan-2026'],
    columns,
    ['SANDBOX0001', 'Erfunden', 'Beispielsson', 'Primary Name', 'Individual', 'Example'],
    ['SANDBOX0001', 'Ersonnen', 'Beispielsson', 'Alias', 'Individual', 'Example'],
  ])
}

/** The European Union's, by semicolons. */
export function euSanctions(): string {
  return csv(';', [
    [
      'Entity_LogicalId',
      'NameAlias_WholeName',
      'Entity_SubjectType',
      'Entity_Regulation_Programme',
      'Address_CountryIso2Code',
    ],
    ['900001', 'Compagnie Fictive du Bac à Sable', 'E', 'EXAMPLE', 'FR'],
  ])
}

/** The Consolidated Screening List of the United States. */
export function usScreening(): string {
  const columns = ['_id', 'source', 'type', 'name', 'alt_names', 'addresses', 'programs']
  return csv(',', [
    columns,
    [
      'sandbox1',
      'Entity List (EL) - Example',
      'Entity',
      'Sandpit Semiconductor Works',
      'Sandpit Semi',
      '1 Example Street, Town, CN',
      'EXAMPLE',
    ],
  ])
}
