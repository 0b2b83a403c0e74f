import { columnPlaces } from '../../upstreams/csv-table.ts'

/** A manager in the index, with its newest reported quarter in a data set. */
export type Holder = {
  name: string
  /** Ten digits. */
  cik: string
  /** Last day of the reported quarter. */
  period: string
  /** Day of the filing. */
  filed: string
  /** Whether the report only adds holdings to an earlier one. */
  adds: boolean
}

/**
 * Selects the reports of a data set that count: for each manager those of its newest quarter, from
 * the last restatement on. Omits notices, which have no positions.
 *
 * @param submissions text of `SUBMISSION.tsv`
 * @param covers text of `COVERPAGE.tsv`
 * @returns holders by accession number, the reports of one holder in filing order
 * @throws FiqError `UPSTREAM_CHANGED` if a column is missing
 */
export function countedReports(
  submissions: string,
  covers: string,
  url: URL,
): ReadonlyMap<string, Holder> {
  const filed = tsvRows(submissions, submissionColumns, url)
  const covered = new Map(
    tsvRows(covers, coverColumns, url).map(([accession, ...rest]) => [accession, rest]),
  )
  const reports = filed.flatMap(([accession = '', day = '', form = '', cik = '', end = '']) => {
    const [amendment = '', name = ''] = covered.get(accession) ?? []
    const [filedOn, period] = [isoDay(day), isoDay(end)]
    if (!form.startsWith('13F-HR') || filedOn === null || period === null) return []
    if (!/^\d{1,10}$/.test(cik)) return []
    const adds = amendment.toUpperCase() === 'NEW HOLDINGS'
    return [{ accession, cik: cik.padStart(10, '0'), name, period, filed: filedOn, adds }]
  })
  const counted = new Map<string, Holder>()
  for (const own of Map.groupBy(reports, ({ cik }) => cik).values())
    for (const { accession, holder } of newestQuarter(own)) counted.set(accession, holder)
  return counted
}

/** The named columns of a table. The archive's checksum has proven that the table is complete. */
function tsvRows(text: string, columns: readonly string[], url: URL): string[][] {
  const [header = '', ...lines] = text.split(/\r?\n/)
  const places = columnPlaces(header.split('\t'), columns, url)
  return lines
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map((cells) => places.map((place) => cells[place] ?? ''))
}

const submissionColumns = [
  'ACCESSION_NUMBER',
  'FILING_DATE',
  'SUBMISSIONTYPE',
  'CIK',
  'PERIODOFREPORT',
]
const coverColumns = ['ACCESSION_NUMBER', 'AMENDMENTTYPE', 'FILINGMANAGER_NAME']

type Report = Holder & { accession: string }

function newestQuarter(own: readonly Report[]): { accession: string; holder: Holder }[] {
  const newest = own.map(({ period }) => period).reduce((one, other) => (one > other ? one : other))
  const inOrder = own
    .filter(({ period }) => period === newest)
    .sort((a, b) => (`${a.filed}${a.accession}` < `${b.filed}${b.accession}` ? -1 : 1))
  const from = Math.max(
    0,
    inOrder.findLastIndex(({ adds }) => !adds),
  )
  const counted = inOrder.slice(from)
  const { name, cik, period } = counted.at(-1)!
  return counted.map(({ accession, filed, adds }) => ({
    accession,
    holder: { name, cik, period, filed, adds },
  }))
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Converts `31-MAR-2026` to an ISO day. */
function isoDay(text: string): string | null {
  const [, day, name = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/i.exec(text) ?? []
  const month = months.indexOf(name.toUpperCase()) + 1
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day}`
}
