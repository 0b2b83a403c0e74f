import { z } from 'zod'
import { narrowedJson, refuse } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { usableRows } from '../usable-rows.ts'

/** One filing of any form in a filer's list of submissions. */
export type Submission = {
  /** e.g. `0000320193-25-000079` */
  accession: string
  form: string
  /** Items of a current report, e.g. `2.02,9.01`; empty for other forms. */
  items: string
  /** Day of the filing. */
  filed: string
  /** Last day of the reported period; `null` for forms without one. */
  reportDate: string | null
  /** File name within the filing; empty for old filings. */
  document: string
  description: string
}

/** An older page of a filer's filings, as listed in the filer's file. */
export type OlderPage = { name: string; from: string; to: string }

export type Submissions = {
  filings: readonly Submission[]
  /** Newest first. */
  older: readonly OlderPage[]
}

/**
 * Parses a filer's file of submissions: columns of equal length, newest filing first.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for another form
 */
export function readSubmissions(answer: UpstreamAnswer, url: URL): Submissions {
  const { filings } = narrowedJson(answer, url, filerShape)
  const older = filings.files.map(({ name, filingFrom, filingTo }) => ({
    name,
    from: filingFrom,
    to: filingTo,
  }))
  return {
    filings: rowsOf(filings.recent, url),
    // Pages that end on the same day keep their order.
    older: older.sort((a, b) => (a.to < b.to ? 1 : -Number(a.to > b.to))),
  }
}

/**
 * Parses an older page, which contains only the columns.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for another form
 */
export function readOlderSubmissions(answer: UpstreamAnswer, url: URL): Submission[] {
  return rowsOf(narrowedJson(answer, url, columns), url)
}

/** Item of form 8-K for results of operations. It had another number until August 22, 2004. */
const resultsItems = ['2.02', '12']

/** Whether a filing is a current report on results. */
export function isResultsReport({ form, items }: Submission): boolean {
  return form === '8-K' && items.split(',').some((item) => resultsItems.includes(item))
}

const day = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)

const cells = z.array(z.unknown())
const columns = z.object({
  accessionNumber: cells,
  filingDate: cells,
  reportDate: cells,
  form: cells,
  items: cells.optional(),
  primaryDocument: cells,
  primaryDocDescription: cells,
})
const rows = usableRows(
  z.object({
    accession: z.string().regex(/^\d{10}-\d{2}-\d{6}$/),
    form: z.string(),
    items: z.string(),
    filed: day,
    reportDate: z.union([day, z.literal('').transform(() => null)]),
    document: z.string(),
    description: z.string(),
  }),
)

const filerShape = z.object({
  filings: z.object({
    recent: columns,
    files: z.array(
      z.object({
        // It becomes part of an address, so accept only this form of file name.
        name: z.string().regex(/^CIK\d{10}-submissions-\d{1,4}\.json$/),
        filingFrom: day,
        filingTo: day,
      }),
    ),
  }),
})

function rowsOf(found: z.output<typeof columns>, url: URL): Submission[] {
  const { accessionNumber, filingDate, reportDate, form } = found
  const { primaryDocument, primaryDocDescription } = found
  const { items = accessionNumber.map(() => '') } = found
  if (Object.values(found).some((column) => column?.length !== accessionNumber.length))
    refuse(url, 'columns of unequal length')
  const { data, error } = rows.safeParse(
    accessionNumber.map((accession, index) => ({
      accession,
      form: form[index],
      items: items[index],
      filed: filingDate[index],
      reportDate: reportDate[index],
      document: primaryDocument[index],
      description: primaryDocDescription[index],
    })),
  )
  return data ?? refuse(url, 'filings of another form', { cause: error })
}
