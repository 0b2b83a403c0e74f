import { defined } from '@fiq/shared/defined'
import { type ForeignFiler, foreignFilers, ifrsNames } from '../market/foreign-filers.ts'
import type { Instrument } from '../market/instrument.ts'
import { filingsOf, hasFacts, isAnnual, type SandboxFiling } from './filings.ts'
import { type Measure, type StatementBook, statementBook } from './statement-book.ts'

/**
 * `/api/xbrl/companyfacts/CIK##########.json`, with the difficulties of the real format: `fy` and
 * `fp` refer to the filing, earlier periods are repeated as comparatives, quarters are listed
 * beside year-to-date figures, and the fourth quarter is only part of the year. Foreign companies
 * report only years, in their taxonomy and currency.
 */
export function companyFacts(instrument: Instrument, now: number, seed: number): string {
  const home = foreignFilers[instrument.symbol] ?? domestic
  const filings = filingsWithFacts(instrument, now)
  const facts = conceptsOf(instrument, now, seed)
  const shares = {
    label: 'Entity Common Stock, Shares Outstanding',
    description: null,
    units: { shares: filings.map((filing) => entry(filing, filing.filed, instrument.shares)) },
  }
  return JSON.stringify({
    cik: instrument.cik,
    entityName: instrument.name,
    facts: { dei: { EntityCommonStockSharesOutstanding: shares }, [home.taxonomy]: facts },
  })
}

function filingsWithFacts(instrument: Instrument, now: number): SandboxFiling[] {
  return filingsOf(instrument, now)
    .filter(({ form }) => hasFacts(form))
    .reverse()
}

/** The concepts that `isWanted` selects, by name. */
export function conceptsOf(
  instrument: Instrument,
  now: number,
  seed: number,
  isWanted: (concept: string) => boolean = () => true,
): Record<string, Concept> {
  const home = foreignFilers[instrument.symbol] ?? domestic
  const book = statementBook(instrument, seed)
  const lines = Object.entries(linesOf[home.taxonomy]).filter(([concept]) => isWanted(concept))
  const facts: Record<string, Concept> = {}
  for (const filing of filingsWithFacts(instrument, now)) {
    for (const [concept, line] of lines) {
      const known = facts[concept] ?? { label: concept, description: null, units: {} }
      facts[concept] = known
      const unit = line.unit.replace('USD', home.currency)
      const rate = line.unit === 'shares' ? 1 : home.perDollar
      known.units[unit] ??= []
      for (const fact of entriesOf(filing, line, book))
        known.units[unit]!.push({ ...fact, val: Math.round(100 * rate * fact.val) / 100 })
    }
  }
  return facts
}

/** Revenue in USD and earnings per share of a fiscal year, as sums of its facts. */
export function annualFigures(instrument: Instrument, year: number, seed: number) {
  const book = statementBook(instrument, seed)
  const quarters = [0, 1, 2, 3].map((quarter) => book(year, quarter))
  const sum = (measure: Measure) => quarters.reduce((total, each) => total + each[measure], 0)
  return { revenue: sum('revenue'), earningsPerShare: sum('net') / quarters[3]!.shares }
}

const domestic: Pick<ForeignFiler, 'taxonomy' | 'currency' | 'perDollar'> = {
  taxonomy: 'us-gaap',
  currency: 'USD',
  perDollar: 1,
}

type Fact = {
  start?: string
  end: string
  val: number
  accn: string
  fy: number
  fp: string
  form: string
  filed: string
  frame?: string
}
type Concept = { label: string; description: null; units: Record<string, Fact[]> }

type Line = { measure: Measure; unit: string; kind: 'flow' | 'stock' | 'per-share' | 'average' }
const flow = (measure: Measure): Line => ({ measure, unit: 'USD', kind: 'flow' })
const stock = (measure: Measure): Line => ({ measure, unit: 'USD', kind: 'stock' })

const lines: Readonly<Record<string, Line>> = {
  RevenueFromContractWithCustomerExcludingAssessedTax: flow('revenue'),
  CostOfGoodsAndServicesSold: flow('cost'),
  GrossProfit: flow('gross'),
  ResearchAndDevelopmentExpense: flow('research'),
  SellingGeneralAndAdministrativeExpense: flow('selling'),
  OperatingIncomeLoss: flow('operating'),
  IncomeTaxExpenseBenefit: flow('tax'),
  NetIncomeLoss: flow('net'),
  EarningsPerShareBasic: { measure: 'net', unit: 'USD/shares', kind: 'per-share' },
  EarningsPerShareDiluted: { measure: 'net', unit: 'USD/shares', kind: 'per-share' },
  WeightedAverageNumberOfDilutedSharesOutstanding: {
    measure: 'shares',
    unit: 'shares',
    kind: 'average',
  },
  CashAndCashEquivalentsAtCarryingValue: stock('cash'),
  AssetsCurrent: stock('current'),
  InventoryNet: stock('inventory'),
  Assets: stock('assets'),
  LiabilitiesCurrent: stock('currentLiabilities'),
  LongTermDebtNoncurrent: stock('debt'),
  Liabilities: stock('liabilities'),
  StockholdersEquity: stock('equity'),
  LiabilitiesAndStockholdersEquity: stock('assets'),
  NetCashProvidedByUsedInOperatingActivities: flow('fromOperations'),
  NetCashProvidedByUsedInInvestingActivities: flow('fromInvesting'),
  NetCashProvidedByUsedInFinancingActivities: flow('fromFinancing'),
  PaymentsToAcquirePropertyPlantAndEquipment: flow('capital'),
  DepreciationDepletionAndAmortization: flow('depreciation'),
  PaymentsOfDividends: flow('dividends'),
}

const linesOf: Readonly<Record<ForeignFiler['taxonomy'], Readonly<Record<string, Line>>>> = {
  'us-gaap': lines,
  'ifrs-full': Object.fromEntries(
    Object.entries(lines).map(([concept, line]) => [ifrsNames[concept] ?? concept, line]),
  ),
}

/** Facts of one line in a filing: the quarter, the year to date, and both of the previous year. */
function entriesOf(filing: SandboxFiling, line: Line, book: StatementBook): Fact[] {
  const year = Number(filing.period.slice(0, 4))
  const quarter = Number(filing.period.slice(5, 7)) / 3 - 1
  if (line.kind === 'stock') {
    const value = (of: number, at: number) => book(of, at)[line.measure]
    return [
      entry(filing, `${year - 1}-12-31`, value(year - 1, 3)),
      { ...entry(filing, filing.period, value(year, quarter)), frame: frame(year, quarter, 'I') },
    ]
  }
  const spans: [year: number, from: number, to: number, frame?: string][] = []
  const toDate = (of: number) => spans.push([of, 0, quarter])
  if (isAnnual(filing.form)) {
    toDate(year - 2)
    toDate(year - 1)
    spans.push([year, 0, 3, `CY${year}`])
  } else {
    if (quarter > 0) toDate(year - 1)
    spans.push([year - 1, quarter, quarter])
    if (quarter > 0) toDate(year)
    spans.push([year, quarter, quarter, frame(year, quarter, '')])
  }
  return spans.map(([of, from, to, frame]) => ({
    start: `${of}-${['01', '04', '07', '10'][from]}-01`,
    ...entry(filing, `${of}-${ends[to]}`, over(line, book, of, from, to)),
    ...defined({ frame: frame || undefined }),
  }))
}

const ends = ['03-31', '06-30', '09-30', '12-31']

function over(
  { measure, kind }: Line,
  book: StatementBook,
  year: number,
  from: number,
  to: number,
) {
  let sum = 0
  for (let quarter = from; quarter <= to; quarter += 1) sum += book(year, quarter)[measure]
  if (kind === 'average') return sum / (to - from + 1)
  return kind === 'per-share' ? Math.round((100 * sum) / book(year, to).shares) / 100 : sum
}

function entry({ accession, period, form, filed }: SandboxFiling, end: string, val: number): Fact {
  const quarter = Number(period.slice(5, 7)) / 3
  const fp = isAnnual(form) ? 'FY' : `Q${quarter}`
  return { end, val, accn: accession, fy: Number(period.slice(0, 4)), fp, form, filed }
}

function frame(year: number, quarter: number, instant: 'I' | ''): string {
  return `CY${year}Q${quarter + 1}${instant}`
}
