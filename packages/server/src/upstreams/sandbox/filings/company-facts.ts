import { defined } from '@fiq/shared/defined'
import { type ForeignFiler, foreignFilers, ifrsNames } from '../market/foreign-filers.ts'
import type { Instrument } from '../market/instrument.ts'
import { hashText, mix, normal, uniform } from '../market/random.ts'
import { filingsOf, hasFacts, isAnnual, type SandboxFiling } from './filings.ts'

/**
 * `/api/xbrl/companyfacts/CIK##########.json`, with the difficulties of the real one: `fy` and
 * `fp` are of the filing, earlier periods are repeated as comparatives, quarters are listed beside
 * year-to-date figures, and the fourth quarter is only inside the year. Foreign companies report
 * only years, in their taxonomy and currency.
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

/** The concepts that `isWanted` chooses, by their names. */
export function conceptsOf(
  instrument: Instrument,
  now: number,
  seed: number,
  isWanted: (concept: string) => boolean = () => true,
): Record<string, Concept> {
  const home = foreignFilers[instrument.symbol] ?? domestic
  const book = statements(instrument, seed)
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

/** Revenue in USD and earnings per share of a fiscal year, as the facts of it add up. */
export function annualFigures(instrument: Instrument, year: number, seed: number) {
  const book = statements(instrument, seed)
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

/** Figures of one quarter, whole USD; `quarter` counts from 0 in each year. */
type Statements = (year: number, quarter: number) => Readonly<Record<Measure, number>>
type Measure =
  | 'revenue'
  | 'cost'
  | 'gross'
  | 'research'
  | 'selling'
  | 'operating'
  | 'tax'
  | 'net'
  | 'cash'
  | 'current'
  | 'assets'
  | 'currentLiabilities'
  | 'liabilities'
  | 'equity'
  | 'debt'
  | 'inventory'
  | 'fromOperations'
  | 'fromInvesting'
  | 'fromFinancing'
  | 'capital'
  | 'depreciation'
  | 'dividends'
  | 'shares'

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

function statements({ symbol, anchor, shares }: Instrument, seed: number): Statements {
  const key = mix(hashText(symbol), seed)
  const million = (value: number) => Math.round(value / 1e6) * 1e6
  const growth = 0.03 + 0.12 * uniform(key, 21)
  const margin = 0.05 + 0.25 * uniform(key, 22)
  const yearly = (anchor * shares) / (3 + 9 * uniform(key, 23))
  const quarterOf: Statements = (year, quarter) => {
    const time = year + quarter / 4
    const season = 1 + (quarter === 3 ? 0.12 : -0.04)
    const noise = 1 + 0.03 * normal(key, year * 4 + quarter)
    const revenue = million((yearly / 4) * (1 + growth) ** (time - 2026) * season * noise)
    const cost = million(revenue * (0.4 + 0.25 * uniform(key, 24)))
    const operating = million(revenue * margin * noise)
    const research = million((revenue - cost - operating) * 0.4)
    const tax = million(operating * 0.17)
    const assets = million(4.5 * revenue)
    const liabilities = million(assets * 0.6)
    const fromOperations = million(operating * 1.15)
    const capital = million(revenue * 0.06)
    return {
      revenue,
      cost,
      gross: revenue - cost,
      research,
      selling: revenue - cost - operating - research,
      operating,
      tax,
      net: operating - tax,
      cash: million(assets * 0.12),
      current: million(assets * 0.35),
      inventory: million(assets * 0.04),
      assets,
      currentLiabilities: million(assets * 0.28),
      debt: million(assets * 0.22),
      liabilities,
      equity: assets - liabilities,
      fromOperations,
      fromInvesting: -million(capital * 1.3),
      fromFinancing: -million(fromOperations * 0.6),
      capital,
      depreciation: million(revenue * 0.05),
      dividends: million(operating * 0.2),
      shares,
    }
  }
  const known = new Map<number, ReturnType<Statements>>()
  return (year, quarter) => {
    const at = year * 4 + quarter
    const found = known.get(at) ?? quarterOf(year, quarter)
    known.set(at, found)
    return found
  }
}

/** The quarter, the year to date, and last year's of both, as a filing repeats them. */
function entriesOf(filing: SandboxFiling, line: Line, book: Statements): Fact[] {
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

function over({ measure, kind }: Line, book: Statements, year: number, from: number, to: number) {
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
