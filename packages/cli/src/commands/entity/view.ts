import { sanitise } from '@fiq/shared/sanitise'
import { technicalsFacts } from '../../command-line/views/technicals-facts.ts'
import { valueView } from '../../command-line/views/value-view.ts'
import { isRow, type Row, rowsOf, textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import {
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
} from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable } from '../../terminal/format/table.ts'

type Fact = readonly [name: string, value: string]

/** An entity and the areas that came with it; what did not come is left out. */
export function entityView(entity: Row, screen: Screen): string {
  const heading = (text: string) => paint(text, 'bold', screen.colour)
  const section = (title: string, facts: readonly Fact[]) =>
    facts.length === 0 ? [] : ['', heading(title), renderFacts(facts, screen)]
  const { market, financials, technicals, periodicFilings, ...others } = entity
  return [
    heading(sanitise(`${textIn(entity, 'name')} (${textIn(entity, 'ticker')})`)),
    renderFacts(identityFacts(entity), screen),
    ...section('Market', isRow(market) ? marketFacts(market) : []),
    ...(isRow(financials) ? financialSections(financials, section) : []),
    ...section(
      'Technicals, 1y of daily bars',
      isRow(technicals) ? technicalsFacts(technicals) : [],
    ),
    ...filingsSection(rowsOf(periodicFilings), heading, screen),
    ...otherAreas(others).flatMap(([title, value]) => [
      '',
      heading(sanitise(inWords(title))),
      valueView(value, screen),
    ]),
  ].join('\n')
}

/** Areas without a view of their own: a table or facts each, members of a group one by one. */
function otherAreas(areas: Row): (readonly [title: string, value: unknown])[] {
  return Object.entries(areas).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (Array.isArray(value)) return value.some(isRow) || value.length === 0 ? [[name, value]] : []
    if (!isRow(value)) return []
    const inner = Object.entries(value)
    const plain = inner.filter(([, member]) => typeof member !== 'object' || member === null)
    return [
      ...(plain.length > 0 ? [[name, Object.fromEntries(plain)] as const] : []),
      ...inner
        .filter(([, member]) => typeof member === 'object' && member !== null)
        .map(([member, held]) => [`${name}.${member}`, held] as const),
    ]
  })
}

/** @example inWords('regulatory.campaignFinance') // 'Regulatory, campaign finance' */
function inWords(name: string): string {
  const words = name.replaceAll('.', ', ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function identityFacts(entity: Row): Fact[] {
  const facts: Fact[] = [
    ['type', textIn(entity, 'type')],
    ['id', textIn(entity, 'id')],
    ['cik', textIn(entity, 'cik')],
    ['tickers', textIn(entity, 'tickers')],
  ]
  return facts.filter(([, value]) => value !== '')
}

function marketFacts(market: Row): Fact[] {
  const { price, change, changePercent, volume, marketCap, previousClose } = market
  return [
    ['price', `${formatPrice(price)}  ${formatChange(change)}  ${formatPercent(changePercent)}`],
    ['prev. close', formatPrice(previousClose)],
    ['volume', formatLarge(volume)],
    ['market cap', formatLarge(marketCap)],
  ]
}

function financialSections(
  financials: Row,
  section: (title: string, facts: readonly Fact[]) => string[],
): string[] {
  const [income] = rowsOf(financials['income'])
  const [balance] = rowsOf(financials['balanceSheet'])
  const [cash] = rowsOf(financials['cashFlow'])
  const newest = income ?? balance ?? cash
  if (!newest) return []
  const year = textIn(newest, 'fiscalYear')
  const title = `${year === '' ? 'Last fiscal year' : `Fiscal year ${year}`}, to ${textIn(newest, 'endDate')}, ${textIn(newest, 'currency')}`
  return section(title, [
    ...moneyFacts(income, {
      revenue: 'revenue',
      'gross profit': 'grossProfit',
      'operating income': 'operatingIncome',
      'net income': 'netIncome',
    }),
    ...(income && income['epsDiluted'] !== null
      ? [['EPS diluted', formatPrice(income['epsDiluted'])] as const]
      : []),
    ...moneyFacts(balance, {
      assets: 'totalAssets',
      liabilities: 'totalLiabilities',
      equity: 'stockholdersEquity',
    }),
    ...moneyFacts(cash, {
      'operating cash': 'operatingCashFlow',
      'capital spending': 'capitalExpenditures',
    }),
  ])
}

function moneyFacts(row: Row | undefined, names: Readonly<Record<string, string>>): Fact[] {
  if (!row) return []
  return Object.entries(names)
    .filter(([, key]) => row[key] !== null && row[key] !== undefined)
    .map(([name, key]) => [name, formatLarge(row[key])])
}

function filingsSection(
  filings: readonly Row[],
  heading: (text: string) => string,
  screen: Screen,
): string[] {
  if (filings.length === 0) return []
  const table = renderTable(
    [
      { title: 'filed', cell: (row: Row) => textIn(row, 'filedAt') },
      { title: 'form', cell: (row: Row) => textIn(row, 'form') },
      { title: 'title', cell: (row: Row) => textIn(row, 'title'), cuttable: true },
      { title: 'address', cell: (row: Row) => textIn(row, 'url'), drop: 1 },
    ],
    filings,
    screen,
  )
  return ['', heading('Periodic filings'), table]
}
