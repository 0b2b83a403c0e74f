type Facts = {
  facts: Record<string, Record<string, { units: Record<string, { filed: string }[]> }>>
}
type Columns = { filingDate: string[] } & Record<string, unknown[]>
type Submissions = Columns | { filings: { recent: Columns } }

/** A file of the SEC as it was on a day: without what was filed later. Other files are returned. */
export function cutFile({ pathname }: URL, body: Uint8Array, day: string): Uint8Array {
  const isFacts = pathname.includes('/companyfacts/')
  const isList = pathname.startsWith('/submissions/')
  if ((!isFacts && !isList) || body[0] !== '{'.charCodeAt(0)) return body
  const file = JSON.parse(new TextDecoder().decode(body)) as unknown
  if (isFacts) cutFacts(file as Facts, day)
  else cutColumns(file as Submissions, day)
  return Buffer.from(JSON.stringify(file))
}

function cutFacts({ facts }: Facts, day: string): void {
  for (const concepts of Object.values(facts))
    for (const { units } of Object.values(concepts))
      for (const [unit, rows] of Object.entries(units))
        units[unit] = rows.filter(({ filed }) => filed <= day)
}

function cutColumns(file: Submissions, day: string): void {
  const columns = 'filingDate' in file ? (file as Columns) : file.filings.recent
  const isKnown = columns.filingDate.map((filed) => filed <= day)
  for (const [name, column] of Object.entries(columns))
    columns[name] = column.filter((_value, index) => isKnown[index])
}
