import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  announcementOf,
  isOfResults,
} from '../../packages/server/src/connectors/earnings/announcement-of.ts'
import {
  isResultsReport,
  readOlderSubmissions,
  readSubmissions,
  type Submission,
} from '../../packages/server/src/sources/edgar/submissions.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import { edgarFolder } from './filers.ts'
import { createTally } from './tally.ts'

/** Compares announcement days for each annual and quarterly report with real lists of filings. */
export function earningsArea(): AccuracyArea {
  const tally = createTally()
  for (const file of readdirSync(edgarFolder).filter((name) => name.startsWith('submissions_'))) {
    const filings = filingsIn(file).filter(isOfResults)
    const oldest = filings.map(({ filed }) => filed).reduce((a, b) => (a < b ? a : b), '9')
    for (const { form, reportDate, filed } of filings) {
      if (!/^10-[KQ]$/.test(form) || reportDate === null || reportDate < oldest) continue
      const found = announcementOf(reportDate, filings)
      const at = `${file.slice(12, 25)} ${form} ${reportDate}, filed ${filed}`
      tally.count('a report has an announcement', found !== undefined, at)
      if (!found) continue
      const later = filings.filter((other) => isResultsReport(other) && other.filed > found.filed)
      const isLast = later.every((other) => other.filed > filed)
      tally.count('no later 8-K under item 2.02 precedes the report', isLast, at)
    }
  }
  return {
    area: 'Earnings dates',
    truth: 'the forms 8-K, 10-K and 10-Q in the recorded lists of filings of 7 filers.',
    rows: tally.rows(),
  }
}

function filingsIn(file: string): readonly Submission[] {
  const path = join(edgarFolder, file)
  const body = gunzipSync(readFileSync(path))
  const answer = { body, mode: 'mirror', asOf: null, retrievedAt: '' } as const
  const url = new URL(`file://${path}`)
  return file.includes('-submissions-')
    ? readOlderSubmissions(answer, url)
    : readSubmissions(answer, url).filings
}
