import { type Fact, periodOfReport } from './company-facts.ts'
import { daysBetween } from './days.ts'
import { splitRatioConcept } from './sections/section.ts'

export const sharesConcepts = [
  'WeightedAverageNumberOfSharesOutstandingBasic',
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'WeightedAverageShares',
  'AdjustedWeightedAverageShares',
]
export const perShareConcepts = [
  'EarningsPerShareBasic',
  'EarningsPerShareDiluted',
  'EarningsPerShareBasicAndDiluted',
  'BasicEarningsLossPerShare',
  'DilutedEarningsLossPerShare',
]

/** A split of the shares, or a reverse split with a ratio below 1, found in the reports. */
export type Split = {
  /** New shares for one old share. */
  ratio: number
  /** Day of the first report on the new basis. Earlier reports are on the old basis. */
  firstFiled: string
}

export type ReportShares = { filed: string; end: string; value: number }

/** The shares of the newest period of each report, newest report first. */
export function sharesOfReports(byConcept: ReadonlyMap<string, readonly Fact[]>): ReportShares[] {
  return newestOf(sharesIn(byConcept))
}

function sharesIn(byConcept: ReadonlyMap<string, readonly Fact[]>): Fact[] {
  return sharesConcepts.flatMap((concept) => byConcept.get(concept) ?? [])
}

/**
 * {@link sharesOfReports}. Those of a report of several classes, which states none for all of them,
 * are its income divided by the earnings per share.
 */
function allSharesOfReports(byConcept: ReadonlyMap<string, readonly Fact[]>): ReportShares[] {
  const perShare = earningsPerShare(byConcept)
  const income = byConcept.get('NetIncomeLoss') ?? byConcept.get('ProfitLoss') ?? []
  const implied = income.map((fact) => ({
    ...fact,
    value: fact.value / (perShare.get(periodOfReport(fact)) ?? 0),
  }))
  return newestOf([...sharesIn(byConcept), ...implied])
}

function newestOf(facts: readonly Fact[]): ReportShares[] {
  const newest = new Map<string, ReportShares>()
  for (const { accession, filed, end, value } of facts)
    if (value > 0 && Number.isFinite(value) && !((newest.get(accession)?.end ?? '') >= end))
      newest.set(accession, { filed, end, value })
  return [...newest.values()].sort((a, b) => (a.filed > b.filed ? -1 : 1))
}

/** Earnings per share by report and period. */
export function earningsPerShare(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): Map<string, number> {
  const facts = perShareConcepts.flatMap((concept) => byConcept.get(concept) ?? [])
  return new Map(facts.map((fact) => [periodOfReport(fact), fact.value]))
}

/** The first report after a split follows within this many days. */
const reportedWithinDays = 400

/**
 * Splits that need no restated period, e.g. in files with one report for each period: the filer
 * states the ratio, and the shares of two consecutive reports after that day differ by about as
 * much.
 */
export function statedSplits(byConcept: ReadonlyMap<string, readonly Fact[]>): Split[] {
  const reports = allSharesOfReports(byConcept)
  const found = new Map<string, Split>()
  for (const { value, end } of byConcept.get(splitRatioConcept) ?? [])
    for (const [index, { filed, value: shares }] of reports.entries()) {
      const before = reports[index + 1]
      const daysAfter = daysBetween(end, filed)
      if (!before || daysAfter < 0 || daysAfter > reportedWithinDays) continue
      const ratio = [value, 1 / value].find((ratio) => isAbout(shares / before.value, ratio))
      if (ratio !== undefined && before.filed < filed)
        found.set(filed, { ratio, firstFiled: filed })
    }
  return [...found.values()]
}

/** Whether a change of shares is that of a split, apart from issued and repurchased shares. */
function isAbout(change: number, ratio: number): boolean {
  return ratio > 0 && Math.abs(Math.log(change / ratio)) < Math.abs(Math.log(ratio)) / 4
}
