import { type CompanyFacts, type Fact, periodOf, periodOfReport } from './company-facts.ts'
import { type FiscalCalendar, fiscalCalendar } from './fiscal-calendar.ts'
import { fiscalDays, onFiscalDays } from './fiscal-days.ts'
import type { LineItem, Statement } from './line-item.ts'
import { type ReportedPeriods, reportedPeriods } from './reported-periods.ts'
import { type SectionLines, sectionLines } from './section-lines.ts'
import { minorityConcepts } from './sections/section.ts'
import { withWholeShares } from './share-scale.ts'
import { splitsIn } from './share-splits.ts'
import type { Split } from './stated-splits.ts'

/** The part that all statements of a filer share. It takes most of the time. */
export type ReadFacts = {
  calendar: FiscalCalendar
  groupsOf(item: LineItem, statement: Statement): ReportedPeriods[]
  /** Whether the filer states one of the concepts for a period that ends on the day. */
  statesOn(end: string, concepts: readonly string[]): boolean
  sectionsOf(statement: Statement): SectionLines
  /** Oldest first. */
  splits: readonly Split[]
}

const cache = new WeakMap<CompanyFacts, ReadFacts>()

/** Computes the common part once for each response. */
export function readFacts(facts: CompanyFacts): ReadFacts {
  const cached = cache.get(facts) ?? newlyRead(facts)
  cache.set(facts, cached)
  return cached
}

function newlyRead(facts: CompanyFacts): ReadFacts {
  const whole = withWholeShares(facts.byConcept)
  const days = fiscalDays([...whole.values()].flat())
  const onDays = new Map([...whole].map(([concept, found]) => [concept, onFiscalDays(found, days)]))
  const byConcept = withOwnIncome(withoutFees(withoutProceeds(onDays)))
  const preferred = withoutNotes(byConcept)
  const groups = new Map<LineItem, ReportedPeriods[]>()
  const sections = new Map<Statement, SectionLines>()
  const sectionsOf = (statement: Statement) => {
    const found = sections.get(statement) ?? sectionLines(statement.sections ?? [], byConcept)
    sections.set(statement, found)
    return found
  }
  return {
    calendar: fiscalCalendar([...byConcept.values()].flat()),
    sectionsOf,
    splits: splitsIn(byConcept),
    statesOn: (day, concepts) =>
      concepts.some((concept) => byConcept.get(concept)?.some(({ end }) => end === day)),
    groupsOf(item, statement) {
      const found = groups.get(item) ?? groupsOf(item, preferred, sectionsOf(statement))
      groups.set(item, found)
      return found
    },
  }
}

/**
 * Adds the income of the parent's owners for periods of which no report states it, but one states
 * that of all owners and the part of the minorities.
 */
function withOwnIncome(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): ReadonlyMap<string, readonly Fact[]> {
  const own = byConcept.get('NetIncomeLoss') ?? []
  const stated = new Set(own.map(periodOf))
  const ofMinorities = new Map(
    byConcept
      .get('NetIncomeLossAttributableToNoncontrollingInterest')
      ?.map((fact) => [periodOfReport(fact), fact.value]),
  )
  const computed = (byConcept.get('ProfitLoss') ?? []).flatMap((fact) => {
    const part = ofMinorities.get(periodOfReport(fact))
    return part && !stated.has(periodOf(fact))
      ? [{ ...fact, value: fact.value - part, isSum: true }]
      : []
  })
  if (computed.length === 0) return byConcept
  return new Map([...byConcept, ['NetIncomeLoss', [...own, ...computed]]])
}

/** Payments minus proceeds. */
const netPayments = 'PaymentsForProceedsFromProductiveAssets'

/**
 * Removes negative payments. A filer with a line for its purchases has one of proceeds under the
 * net concept.
 */
function withoutProceeds(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): ReadonlyMap<string, readonly Fact[]> {
  const facts = byConcept.get(netPayments)
  if (facts === undefined) return byConcept
  return new Map([...byConcept, [netPayments, facts.filter(({ value }) => value > 0)]])
}

const contractRevenue = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
]

/**
 * Removes a bank's revenue from contracts, i.e. fees, which are a part of its noninterest income and
 * not its total revenue.
 */
function withoutFees(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): ReadonlyMap<string, readonly Fact[]> {
  const valuesOf = (concept: string) =>
    new Map(byConcept.get(concept)?.map((fact) => [periodOfReport(fact), fact.value]))
  const [interest, others] = [valuesOf('InterestIncomeExpenseNet'), valuesOf('NoninterestIncome')]
  const isFee = (fact: Fact) => {
    const [net, other] = [interest, others].map((values) => values.get(periodOfReport(fact)))
    return net !== undefined && other !== undefined && fact.value <= Math.max(net, other)
  }
  return new Map(
    [...byConcept].map(([concept, facts]) =>
      contractRevenue.includes(concept)
        ? [concept, facts.filter((fact) => !isFee(fact))]
        : [concept, facts],
    ),
  )
}

/** Concepts that contain others by their definition in us-gaap. */
const contained: Readonly<Record<string, readonly string[]>> = {
  ResearchAndDevelopmentExpense: ['ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost'],
  DepreciationAmortizationAndAccretionNet: ['DepreciationAndAmortization', 'Depreciation'],
  DepreciationDepletionAndAmortization: ['DepreciationAndAmortization', 'Depreciation'],
  DepreciationAndAmortization: ['Depreciation'],
}

/**
 * Removes figures that are smaller than a part of them in the same report: those of a note, which
 * states a concept for something less than the whole company.
 */
function withoutNotes(
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): ReadonlyMap<string, readonly Fact[]> {
  const filtered = new Map(byConcept)
  for (const [whole, concepts] of Object.entries(contained)) {
    const facts = byConcept.get(whole)
    if (facts === undefined) continue
    const ofParts = concepts.map(
      (concept) =>
        new Map(byConcept.get(concept)?.map((part) => [periodOfReport(part), part.value])),
    )
    const isWhole = (fact: Fact) =>
      ofParts.every((values) => (values.get(periodOfReport(fact)) ?? 0) <= fact.value)
    filtered.set(whole, facts.filter(isWhole))
  }
  return filtered
}

/** The facts that the statement's sums select, then the groups in order of preference. */
function groupsOf(
  item: LineItem,
  byConcept: ReadonlyMap<string, readonly Fact[]>,
  sections: SectionLines,
): ReportedPeriods[] {
  const { concepts, withoutMinorities } = item
  const isWhole = withoutMinorities !== undefined && !mayHaveMinorities(byConcept)
  const groups = [...concepts, ...(isWhole ? [withoutMinorities] : [])].map((group) =>
    group.flatMap((concept) => [byConcept.get(concept) ?? computedFacts(concept, byConcept)]),
  )
  return [[sections.factsOf(item)], ...groups]
    .filter((group) => group.some(({ length }) => length > 0))
    .map((group) => reportedPeriods(group, item.unit === 'money'))
}

/** The facts of `A+B` or `-A`: see {@link LineItem}. */
function computedFacts(concept: string, byConcept: ReadonlyMap<string, readonly Fact[]>): Fact[] {
  if (concept.startsWith('-'))
    return (byConcept.get(concept.slice(1)) ?? []).map((fact) => {
      return { ...fact, value: -fact.value, isSum: true }
    })
  const [one = '', other] = concept.split('+')
  if (other === undefined) return []
  const added = new Map(
    (byConcept.get(other) ?? []).map((fact) => [periodOfReport(fact), fact.value]),
  )
  return (byConcept.get(one) ?? []).flatMap((fact) => {
    const value = added.get(periodOfReport(fact))
    return value !== undefined && fact.value < value
      ? [{ ...fact, value: fact.value + value, isSum: true }]
      : []
  })
}

/** Income of the parent's owners. */
const ownIncome = ['NetIncomeLoss', 'ProfitLossAttributableToOwnersOfParent']

/**
 * Whether a filer may have, or have had, minority owners of subsidiaries: it reports their part, or
 * an income of all owners that is not the income of the parent's owners in the same period.
 */
export function mayHaveMinorities(byConcept: ReadonlyMap<string, readonly Fact[]>): boolean {
  const factsOf = (concept: string) => byConcept.get(concept) ?? []
  if (minorityConcepts.flatMap(factsOf).some(({ value }) => value !== 0)) return true
  const own = ownIncome.flatMap(factsOf)
  const [periods, values] = [new Set(own.map(periodOf)), new Set(own.map(valueOfPeriod))]
  return factsOf('ProfitLoss').some(
    (fact) => periods.has(periodOf(fact)) && !values.has(valueOfPeriod(fact)),
  )
}

const valueOfPeriod = (fact: Fact) => `${periodOf(fact)} ${fact.value}`
