import { type Fact, periodOf, periodOfReport } from './company-facts.ts'
import { daysBetween } from './days.ts'
import { splitRatioConcept } from './sections/section.ts'
import {
  earningsPerShare,
  perShareConcepts,
  type ReportShares,
  type Split,
  sharesConcepts,
  sharesOfReports,
  statedSplits,
} from './stated-splits.ts'

const daysInYear = 365

/**
 * The splits of a filer, oldest first. Reports after a split restate earlier periods. If two
 * reports state one period with shares in a ratio of splits, and earnings per share in the inverse
 * ratio, a split lies between them. Reports between the two that restate nothing, e.g. of a filer
 * that was listed in the year before, are on the new basis if their own shares are nearer to it.
 */
export function splitsIn(byConcept: ReadonlyMap<string, readonly Fact[]>): Split[] {
  const stated = (byConcept.get(splitRatioConcept) ?? [])
    .filter(({ value }) => value > 0)
    .flatMap(({ value }) => [value, 1 / value])
  const found: Restated[] = []
  for (const restated of restatements(byConcept, stated)) {
    const isKnownByShares = found.some((known) => known.shares && overlap(known, restated))
    if (!restated.shares && isKnownByShares) continue
    const same = found.find(
      (known) => isNear(known.ratio, restated.ratio) && overlap(known, restated),
    )
    if (same) {
      same.after = later(same.after, restated.after)
      same.filed = earlier(same.filed, restated.filed)
      continue
    }
    const whole = found
      .filter((known) => isWithin(known, restated))
      .reduce((product, { ratio }) => product * ratio, 1)
    const ratio = splitRatio(restated.ratio / whole, stated)
    if (ratio !== undefined) found.push({ ...restated, ratio })
  }
  const reports = sharesOfReports(byConcept)
  const restated = found.map((each) => ({
    ratio: each.ratio,
    firstFiled: firstFiled(each, reports),
  }))
  const isKnown = (stated: Split) =>
    restated.some(
      (known) =>
        isNear(known.ratio, stated.ratio) &&
        Math.abs(daysBetween(known.firstFiled, stated.firstFiled)) < daysInYear,
    )
  const others = statedSplits(byConcept).filter((split) => !isKnown(split))
  return [...restated, ...others].sort((a, b) => (a.firstFiled < b.firstFiled ? -1 : 1))
}

/** Shares on the newest basis for one share in a report of a day. */
export function sharesSince(splits: readonly Split[], filed: string): number {
  return splits.reduce(
    (factor, { ratio, firstFiled }) => (firstFiled > filed ? factor * ratio : factor),
    1,
  )
}

/**
 * A period whose shares changed between two reports: a split occurred after one and up to the
 * other.
 */
type Restated = {
  ratio: number
  after: string
  filed: string
  /** Shares of the period in both reports, if the filer states them. */
  shares?: readonly [before: number, after: number]
}

/** Day of the first report on the new basis. */
function firstFiled({ shares, after, filed }: Restated, reports: readonly ReportShares[]): string {
  if (!shares) return filed
  const between = reports.filter((report) => report.filed > after && report.filed < filed)
  const distance = (value: number, from: number) => Math.abs(Math.log(value / from))
  const [old, restated] = shares
  const lastOld = between.findIndex(
    ({ value }) => distance(value, old) <= distance(value, restated),
  )
  const onNew = lastOld === -1 ? between : between.slice(0, lastOld)
  return onNew.at(-1)?.filed ?? filed
}

/**
 * Restatements between the reports closest in time first, which show single splits. Filers with
 * several classes may state no shares for all of them; then the earnings per share show a stated
 * ratio. Those come last, because a few cents fit several ratios.
 */
function restatements(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
  stated: readonly number[],
): Restated[] {
  const perShare = earningsPerShare(byConcept)
  const earningsOf = (fact: Fact) => perShare.get(periodOfReport(fact))
  const byShares = pairsOf(sharesConcepts, byConcept).flatMap(([before, after]) => {
    const ratio = after.value / before.value
    const isSplit = isInverse(earningsOf(before), earningsOf(after), ratio) && !isNear(ratio, 1)
    const shares = [before.value, after.value] as const
    return isSplit ? [{ ratio, after: before.filed, filed: after.filed, shares }] : []
  })
  const byEarnings = pairsOf(perShareConcepts, byConcept).flatMap(([before, after]) => {
    const ratio = stated.find((known) => isInverse(before.value, after.value, known))
    const isOther = !isInverse(before.value, after.value, 1)
    return ratio && isOther ? [{ ratio, after: before.filed, filed: after.filed }] : []
  })
  return [byShares, byEarnings].flatMap((all) => all.sort((a, b) => spanOf(a) - spanOf(b)))
}

/** Pairs of consecutive reports on one period. */
function pairsOf(
  concepts: readonly string[],
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): [Fact, Fact][] {
  return concepts.flatMap((concept) =>
    [...Map.groupBy(byConcept.get(concept) ?? [], periodOf).values()].flatMap((facts) => {
      const inOrder = facts
        .filter(({ value }) => value !== 0)
        .sort((a, b) => (a.filed < b.filed ? -1 : 1))
      return inOrder.slice(1).flatMap((after, index): [Fact, Fact][] => {
        const before = inOrder[index]!
        return before.filed < after.filed ? [[before, after]] : []
      })
    }),
  )
}

function spanOf({ after, filed }: Restated): number {
  return Date.parse(filed) - Date.parse(after)
}

/**
 * Whether earnings per share changed by the inverse ratio. They are rounded to cents, so after a
 * large split they show little.
 */
function isInverse(old: number | undefined, restated: number | undefined, ratio: number): boolean {
  if (old === undefined || restated === undefined) return false
  const cents = 0.006 * Math.max(1, ratio) + 0.006
  return Math.abs(old - restated * ratio) <= cents + 0.01 * Math.abs(old)
}

/** Ratios that need not be stated in a report: n for 1, 1 for n, 3 for 2 and similar. */
const usualRatios: readonly number[] = [
  ...Array.from({ length: 199 }, (_, index) => index + 2).flatMap((count) => [count, 1 / count]),
  ...[3 / 2, 4 / 3, 5 / 4, 5 / 2, 5 / 3, 6 / 5, 7 / 2, 2 / 3],
]

function splitRatio(ratio: number, stated: readonly number[]): number | undefined {
  if (isNear(ratio, 1)) return undefined
  return [...stated, ...usualRatios].find((known) => isNear(known, ratio))
}

/** Weighted averages are restated within the rounding of the report. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= 0.005
}

function overlap(one: Restated, other: Restated): boolean {
  return one.after < other.filed && other.after < one.filed
}

function isWithin(one: Restated, other: Restated): boolean {
  return other.after <= one.after && one.filed <= other.filed
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
