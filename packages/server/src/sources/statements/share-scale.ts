import { type Fact, periodOfReport } from './company-facts.ts'

const averages: Readonly<Record<string, string>> = {
  WeightedAverageNumberOfSharesOutstandingBasic: 'EarningsPerShareBasic',
  WeightedAverageNumberOfDilutedSharesOutstanding: 'EarningsPerShareDiluted',
  WeightedAverageNumberOfShareOutstandingBasicAndDiluted: 'EarningsPerShareBasicAndDiluted',
  WeightedAverageShares: 'BasicEarningsLossPerShare',
  AdjustedWeightedAverageShares: 'DilutedEarningsLossPerShare',
  WeightedAverageLimitedPartnershipUnitsOutstanding:
    'NetIncomeLossPerOutstandingLimitedPartnershipUnitBasicNetOfTax',
}
const balances = ['CommonStockSharesOutstanding', 'SharesOutstanding', 'NumberOfSharesOutstanding']
const incomes = [
  'NetIncomeLoss',
  'NetIncomeLossAvailableToCommonStockholdersBasic',
  'ProfitLoss',
  'ProfitLossAttributableToOwnersOfParent',
]
/** Rounding of earnings per share, and the part of the income that another class of shares has. */
const tolerance = 0.5
const scales = [1_000, 1_000_000, 1 / 1_000, 1 / 1_000_000] as const

/**
 * Converts shares to single shares. Some reports state thousands or millions under the unit of
 * single shares: then net income divided by earnings per share is a thousand or a million times the
 * average. Others add three or six zeros too many, which the shares outstanding of the report must
 * not contradict: then its income is wrong. Shares outstanding are compared with the averages of the
 * same report.
 */
export function withWholeShares(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): Map<string, readonly Fact[]> {
  const scaled = new Map(byConcept)
  const outstanding = Map.groupBy(
    balances.flatMap((concept) => byConcept.get(concept) ?? []),
    ({ accession }) => accession,
  )
  const isOutstanding = ({ accession, value }: Fact) =>
    outstanding.get(accession)?.some((other) => isNear(other.value, value)) ?? false
  const ofReports = new Map<string, number>()
  for (const [concept, perShare] of Object.entries(averages)) {
    const earnings = valuesOf(byConcept.get(perShare))
    const income = incomes.map((name) => valuesOf(byConcept.get(name)))
    const facts = (byConcept.get(concept) ?? []).map((fact) => {
      const eps = earnings.get(periodOfReport(fact))
      const implied = income.flatMap((values) => {
        const value = values.get(periodOfReport(fact))
        return value === undefined || !eps ? [] : [value / eps]
      })
      const whole = scaledTo(fact, implied)
      return whole.value < fact.value && isOutstanding(fact) ? fact : whole
    })
    for (const { accession, value } of facts) ofReports.set(accession, value)
    if (facts.length > 0) scaled.set(concept, facts)
  }
  for (const concept of balances) {
    const facts = byConcept.get(concept)
    if (facts === undefined) continue
    scaled.set(
      concept,
      facts.map((fact) => scaledTo(fact, [ofReports.get(fact.accession) ?? 0])),
    )
  }
  return scaled
}

function scaledTo(fact: Fact, expected: readonly number[]): Fact {
  if (fact.value <= 0) return fact
  const scale = scales.find((scale) => expected.some((value) => isNear(value, fact.value * scale)))
  return scale === undefined ? fact : { ...fact, value: Math.round(fact.value * scale) }
}

function isNear(value: number, expected: number): boolean {
  return Math.abs(value / expected - 1) <= tolerance
}

function valuesOf(facts: readonly Fact[] = []): Map<string, number> {
  return new Map(facts.map((fact) => [periodOfReport(fact), fact.value]))
}
