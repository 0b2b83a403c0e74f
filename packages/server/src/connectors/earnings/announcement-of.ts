import { isResultsReport, type Submission } from '../../sources/edgar/submissions.ts'

/** Whether a filing may announce results: a periodic report, or a report on results. */
export function isOfResults(filing: Submission): boolean {
  return isPeriodicReport(filing) || isResultsReport(filing) || isUnnamed(filing)
}

/** Whether a current report has exhibits only, because the filer named no other item. */
function isUnnamed({ form, items }: Submission): boolean {
  return form === '8-K' && items === '9.01'
}

/**
 * Maximum days between the report and a later 8-K. Some filers send it some days or a weekend
 * later.
 */
const afterReportDays = 5
/** Maximum days from an 8-K with a press release alone to the report. */
const beforeReportDays = 1
/** Maximum days from the end of a period to its report, if the list does not contain the report. */
const reportedWithinDays = 45
/**
 * Tolerance for the end of a period: filers whose weeks end near the end of a month may state
 * either.
 */
const sameEndDays = 7

/**
 * The report (8-K under item 2.02) that announced the results of a period: the last one up to the
 * filing of the periodic report, because earlier ones are about deliveries, sales or expectations.
 * If there is none, the first one within five days after the report. If there is none either, one
 * with exhibits only, on the day of the report or the day before.
 *
 * @param filings that {@link isOfResults}, in any order
 */
export function announcementOf(
  periodEnd: string,
  filings: readonly Submission[],
): Submission | undefined {
  const report = reportOn(periodEnd, filings)
  const last = report?.filed ?? addDays(periodEnd, reportedWithinDays)
  const later = filings
    .filter(({ filed }) => filed > periodEnd)
    .sort((a, b) => (a.filed < b.filed ? -1 : 1))
  const results = later.filter(isResultsReport)
  return (
    results.findLast(({ filed }) => filed <= last) ??
    results.find(({ filed }) => report && filed <= addDays(report.filed, afterReportDays)) ??
    later.findLast(
      (filing) =>
        report &&
        isUnnamed(filing) &&
        filing.filed <= report.filed &&
        filing.filed >= addDays(report.filed, -beforeReportDays),
    )
  )
}

/** Items of an 8-K that accompany results. Other items are separate events with their own days. */
const ofResults = ['2.02', '7.01', '8.01', '9.01', '12', '7', '9']

/**
 * Day of the announcement: the stated day of the event, unless the report also covers another
 * event.
 */
export function announcedOn(periodEnd: string, { filed, reportDate, items }: Submission): string {
  const isOneEvent = items.split(',').every((item) => ofResults.includes(item))
  // Some filers state the end of the period as the day of the event.
  const isStated = reportDate !== null && reportDate > periodEnd && reportDate <= filed
  return isOneEvent && isStated ? reportDate : filed
}

/** The first report on the period. */
function reportOn(periodEnd: string, filings: readonly Submission[]): Submission | undefined {
  const [from, to] = [addDays(periodEnd, -sameEndDays), addDays(periodEnd, sameEndDays)]
  return filings
    .filter(isPeriodicReport)
    .filter(({ reportDate }) => reportDate !== null && reportDate >= from && reportDate <= to)
    .reduce<Submission | undefined>(
      (first, report) => (!first || report.filed < first.filed ? report : first),
      undefined,
    )
}

function isPeriodicReport({ form }: Submission): boolean {
  return /^(?:10-[KQ]T?|20-F|40-F)$/.test(form)
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
