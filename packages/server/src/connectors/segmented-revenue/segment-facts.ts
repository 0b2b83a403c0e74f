import { refuse, textOf } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import {
  childrenOf,
  elementAt,
  numberAt,
  textAt,
  type XmlElement,
  xmlRoot,
} from '../../upstreams/xml.ts'

/** The axis by which revenue is split. */
export type SegmentAxis = 'PRODUCT' | 'SEGMENT' | 'GEOGRAPHY'

/** Revenue of one member in one period. */
export type SegmentFact = {
  axis: SegmentAxis
  /** As tagged, e.g. `aapl:IPhoneMember`, `country:US`. */
  member: string
  start: string
  end: string
  /** Unscaled. */
  value: number
  /** ISO 4217. */
  currency: string
  /** Total revenue of the period in the report; `null` if it states none. */
  revenue: number | null
}

/** A fact of one period with at most two axes. */
type Fact = Omit<SegmentFact, 'axis' | 'member' | 'revenue'> & {
  splits: readonly Split[]
  /**
   * Whether the fact has no axis. Operating segments count as none: that total excludes items that
   * reconcile them.
   */
  isWhole: boolean
}
type Split = Pick<SegmentFact, 'axis' | 'member'>

/**
 * Revenue by product, segment and geography from an XBRL instance. Reads facts with one of the
 * three axes, or with two of which one always has the same member (Netflix: streaming, by region).
 * Ignores the axis for operating segments. If a filer tags the same value with several concepts,
 * the first concept of the list counts. A concept of an industry counts for an axis that no general
 * concept splits by, if its members add up to its own total and that is at least half of all
 * revenue (Union Pacific: freight, by commodity).
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function readSegmentFacts(answer: UpstreamAnswer, url: URL): SegmentFact[] {
  const root = xmlRoot(textOf(answer))
  if (root?.name !== 'xbrl') return refuse(url, 'XML other than an XBRL instance')
  const factsOf = openFacts(root)
  const found = new Map<string, SplitFact>()
  const revenues = new Map<string, number>()
  const wholes = new Map<string, number>()
  for (const concept of revenueConcepts) {
    const facts = factsOf(concept)
    for (const fact of facts)
      if (fact.splits.length === 0) {
        if (!revenues.has(periodOf(fact))) revenues.set(periodOf(fact), fact.value)
        if (fact.isWhole)
          wholes.set(periodOf(fact), Math.max(wholes.get(periodOf(fact)) ?? 0, fact.value))
      }
    for (const fact of [...singleSplits(facts), ...constantSplits(facts)]) {
      const key = `${fact.axis}|${fact.member}|${periodOf(fact)}`
      if (!found.has(key)) found.set(key, fact)
    }
  }
  for (const [period, value] of bankRevenues(factsOf))
    wholes.set(period, Math.max(wholes.get(period) ?? 0, value))
  for (const concept of industryConcepts)
    for (const group of wholeSplits(factsOf(concept), revenues)) {
      const [{ axis } = { axis: undefined }] = group
      const isSplit = [...found.values()].some(
        (fact) => fact.axis === axis && periodOf(fact) === periodOf(group[0]!),
      )
      if (!isSplit)
        for (const fact of group) found.set(`${axis}|${fact.member}|${periodOf(fact)}`, fact)
    }
  // The largest of several revenues is the total; others may exclude leases or interest.
  return [...found.values()].map((fact) => ({
    ...fact,
    revenue: wholes.get(periodOf(fact)) ?? null,
  }))
}

/**
 * Revenue of a bank by period: net interest income and noninterest income. Its revenue from contracts
 * is only fees.
 */
function bankRevenues(factsOf: (concept: string) => Fact[]): Map<string, number> {
  const wholeOf = (concept: string) => factsOf(concept).filter(({ isWhole }) => isWhole)
  const interest = new Map(
    wholeOf('InterestIncomeExpenseNet').map((fact) => [periodOf(fact), fact.value]),
  )
  return new Map(
    wholeOf('NoninterestIncome').flatMap((fact): [string, number][] => {
      const net = interest.get(periodOf(fact))
      return net === undefined ? [] : [[periodOf(fact), net + fact.value]]
    }),
  )
}

/** A fact of one axis, before the total revenue is known. */
type SplitFact = Omit<SegmentFact, 'revenue'>

const periodOf = ({ start, end }: Pick<SegmentFact, 'start' | 'end'>) => `${start}|${end}`

/** Facts of a concept in money, in the order of the document. */
function openFacts(root: XmlElement): (concept: string) => Fact[] {
  const contexts = new Map(
    childrenOf(root, 'context').flatMap((context) => {
      const known = splitsOf(context)
      return known ? [[context.attributes['id'] ?? '', known] as const] : []
    }),
  )
  const currencies = new Map(
    childrenOf(root, 'unit').map((unit) => [unit.attributes['id'], textAt(unit, 'measure')]),
  )
  return (concept) =>
    childrenOf(root, concept).flatMap((fact) => {
      const context = contexts.get(fact.attributes['contextRef'] ?? '')
      const currency = currencies.get(fact.attributes['unitRef'])?.split(':').at(-1) ?? ''
      const value = numberAt(fact)
      if (!context || value === null || !/^[A-Z]{3}$/.test(currency)) return []
      return [{ ...context, value, currency }]
    })
}

function singleSplits(facts: readonly Fact[]): SplitFact[] {
  return facts.flatMap(({ splits, isWhole: _, ...rest }) =>
    splits.length === 1 ? [{ ...splits[0]!, ...rest }] : [],
  )
}

/** Facts with two axes, if one axis has the same member in all such facts of the period. */
function constantSplits(facts: readonly Fact[]): SplitFact[] {
  const groups = Map.groupBy(
    facts.filter(({ splits }) => splits.length === 2),
    (fact) => `${fact.splits.map(({ axis }) => axis).sort()}|${periodOf(fact)}`,
  )
  return [...groups.values()].flatMap((group) => {
    const membersOf = (axis: SegmentAxis) =>
      new Set(group.map(({ splits }) => splits.find((each) => each.axis === axis)!.member))
    const constant = group[0]!.splits.find(({ axis }) => membersOf(axis).size === 1)
    if (!constant) return []
    return group.flatMap(({ splits, isWhole: _, ...rest }) => {
      const other = splits.find(({ axis }) => axis !== constant.axis)
      return other ? [{ ...other, ...rest }] : []
    })
  })
}

/** Facts of an industry's concept: groups by axis and period whose members add up to its total. */
function wholeSplits(
  facts: readonly Fact[],
  revenues: ReadonlyMap<string, number>,
): (readonly SplitFact[])[] {
  const totals = new Map(
    facts.flatMap((fact) => (fact.splits.length === 0 ? [[periodOf(fact), fact.value]] : [])),
  )
  const groups = Map.groupBy(singleSplits(facts), (fact) => `${fact.axis}|${periodOf(fact)}`)
  return [...groups.values()].filter((group) => {
    const total = totals.get(periodOf(group[0]!)) ?? 0
    const sum = group.reduce((all, { value }) => all + value, 0)
    const isWhole = Math.abs(sum - total) <= 0.005 * total
    return isWhole && total > 0 && total >= (revenues.get(periodOf(group[0]!)) ?? 0) / 2
  })
}

const axes: Readonly<Record<string, SegmentAxis>> = {
  'srt:ProductOrServiceAxis': 'PRODUCT',
  'us-gaap:ProductOrServiceAxis': 'PRODUCT',
  'us-gaap:ProductsOrServicesAxis': 'PRODUCT',
  'us-gaap:StatementBusinessSegmentsAxis': 'SEGMENT',
  'srt:StatementGeographicalAxis': 'GEOGRAPHY',
  'us-gaap:StatementGeographicalAxis': 'GEOGRAPHY',
  'ifrs-full:ProductsAndServicesAxis': 'PRODUCT',
  'ifrs-full:SegmentsAxis': 'SEGMENT',
  'ifrs-full:GeographicalAreasAxis': 'GEOGRAPHY',
}

/** The member for figures of the segments themselves, without a further split. */
const neutral = new Set(['us-gaap:OperatingSegmentsMember', 'ifrs-full:OperatingSegmentsMember'])

const revenueConcepts = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'Revenues',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'SalesRevenueNet',
  'SegmentReportingInformationRevenue',
  'RevenuesNetOfInterestExpense',
  'Revenue',
  'RevenueFromContractsWithCustomers',
]

/** Concepts that single industries use for revenue. */
const industryConcepts = [
  'CargoAndFreightRevenue',
  'PassengerRevenue',
  'RegulatedAndUnregulatedOperatingRevenue',
  'UtilityRevenue',
  'ElectricUtilityRevenue',
  'OilAndGasRevenue',
  'HealthCareOrganizationRevenue',
  'RealEstateRevenueNet',
  'OperatingLeaseLeaseIncome',
  'PremiumsEarnedNet',
  'HomeBuildingRevenue',
  'ContractsRevenue',
]

/** The splits and period of a context; `undefined` for an instant or another axis. */
function splitsOf(
  context: XmlElement,
): Pick<Fact, 'splits' | 'isWhole' | 'start' | 'end'> | undefined {
  const start = textAt(context, 'period', 'startDate')
  const end = textAt(context, 'period', 'endDate')
  const named = [elementAt(context, 'entity', 'segment'), elementAt(context, 'scenario')].flatMap(
    (part) => part?.children ?? [],
  )
  const parts = named.filter(({ text }) => !neutral.has(text))
  const splits = parts.flatMap(({ attributes, text }) => {
    const dimension = attributes['dimension'] ?? ''
    return Object.hasOwn(axes, dimension) && text ? [{ axis: axes[dimension]!, member: text }] : []
  })
  const isKnown = splits.length === parts.length && splits.length <= 2
  const isTwice = splits.length === 2 && splits[0]!.axis === splits[1]!.axis
  return isDay(start) && isDay(end) && isKnown && !isTwice
    ? { splits, isWhole: named.length === 0, start, end }
    : undefined
}

function isDay(text: string | null): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')
}
