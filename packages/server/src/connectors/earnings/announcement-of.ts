import type { Submission } from '../../sources/edgar/submissions.ts'

/** Filers announce results within this time; later ones belong to the next quarter. */
const announcedWithinDays = 85

/**
 * The report (8-K under item 2.02) that announced the results of a quarter: the first one filed
 * after its end.
 *
 * @param reports of results, in any order
 */
export function announcementOf(
  periodEnd: string,
  reports: readonly Submission[],
): Submission | undefined {
  const last = new Date(Date.parse(periodEnd) + announcedWithinDays * 86_400_000)
    .toISOString()
    .slice(0, 10)
  return reports
    .filter(({ filed }) => filed > periodEnd && filed <= last)
    .reduce<Submission | undefined>(
      (first, report) => (!first || report.filed < first.filed ? report : first),
      undefined,
    )
}
