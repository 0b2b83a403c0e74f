import { fieldWord } from '@fiq/shared/answers/field-word'
import { isObject } from '@fiq/shared/json'
import { ownValue } from '@fiq/shared/own-value'
import { areaTables } from '../../command-line/areas/area-tables.ts'
import { manyOutcomes, outcomes } from '../../command-line/areas/posts.ts'
import { headline } from '../../command-line/views/headline.ts'
import { extendedText, stateText } from '../../command-line/views/quote-table.ts'
import { technicalsLines } from '../../command-line/views/technicals-lines.ts'
import { valueView } from '../../command-line/views/value-view.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { factsView } from '../../terminal/format/facts.ts'
import {
  absent,
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
  formatScore,
  isNumber,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { type Clock, instantText, zoneOfTicker } from '../../terminal/format/instant.ts'
import { paint, unpainted } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { textWidth } from '../../terminal/format/text-width.ts'
import { briefStatements, periodsMax, statementLines, statementTable } from './statements.ts'

/** An area of the answer, by its name in the schema. */
type Area = { name: string; value: unknown }

/**
 * A view of an entity with the returned areas, without missing ones.
 *
 * @param isBrief - The user named no areas: show the last years in a few lines instead of
 * statements.
 */
export function entityView(
  entity: Row,
  screen: Screen,
  { clock, isBrief }: { clock: Clock; isBrief: boolean },
): string {
  const market = entity['market']
  const financials = entity['financials']
  const head = [
    headline(identityLine(entity), screen),
    ...(isObject(market) ? marketLines(entity, market, { clock, screen }) : []),
  ].join('\n')
  const brief = isBrief && isObject(financials) ? briefStatements(financials, screen) : undefined
  const areas = areasIn(entity).filter(({ name }) => !(isBrief && name.startsWith('financials.')))
  const tables = areaTables(clock)
  return [
    head,
    ...(brief === undefined ? [] : [brief]),
    ...areas.map((area) => areaView(area, { entity, tables, screen })),
  ].join('\n\n')
}

/** The tables in the view of these areas. */
export function tablesOf(entity: Row, clock: Clock): readonly Table<Row>[] {
  const tables = areaTables(clock)
  return areasIn(entity).flatMap(({ name, value }) =>
    rowsOf(value).length > 0 && tables[name] ? [tables[name]] : [],
  )
}

const own: ReadonlySet<string> = new Set([
  'id',
  'name',
  'type',
  'ticker',
  'tickers',
  'cik',
  'market',
])

/** Types that only group areas. */
const namespaces: ReadonlySet<string> = new Set([
  ...['regulatory', 'financials', 'risk', 'social', 'derivatives'],
])

function areasIn(entity: Row): readonly Area[] {
  return Object.entries(entity)
    .filter(([name, value]) => !own.has(name) && value !== null && typeof value === 'object')
    .flatMap(([name, value]): Area[] => {
      if (!isObject(value) || !namespaces.has(name)) return [{ name, value }]
      return Object.entries(value)
        .filter(([, inner]) => inner !== null)
        .map(([member, inner]) => ({ name: `${name}.${member}`, value: inner }))
    })
}

function areaView(
  { name, value }: Area,
  {
    entity,
    tables,
    screen,
  }: { entity: Row; tables: ReturnType<typeof areaTables>; screen: Screen },
): string {
  const rows = rowsOf(value)
  const [, member = ''] = name.split('.')
  const isStatement = name.startsWith('financials.') && statementLines[member] !== undefined
  const isCut = isStatement && rows.length > periodsMax(screen)
  const count = isCut ? `${periodsMax(screen)} of ${rows.length}` : `${rows.length}`
  const counted = Array.isArray(value) && rows.length > 0 ? `, ${count}` : ''
  const title = headline(`${areaTitle(name)}${counted}`, screen)
  if (isStatement) return [title, statementTable(member, rows, screen)].join('\n')
  if (name === 'technicals' && isObject(value))
    return [title, ...technicalsLines(value, screen)].join('\n')
  const facts = isObject(value) ? areaFacts(name, value, entity) : undefined
  if (facts) return [title, factsView(facts)(screen)].join('\n')
  const table = tables[name]
  if (!table) return [title, valueView(value, screen)].join('\n')
  const blocks = name === 'predictions' ? manyOutcomes(rows) : []
  return [
    [title, renderTable(table, rows, screen)].join('\n'),
    ...blocks.map((row) =>
      [
        headline(textIn(row, 'question'), screen),
        renderTable(outcomes, likeliestFirst(rowsOf(row['outcomes'])), screen),
      ].join('\n'),
    ),
  ].join('\n\n')
}

function likeliestFirst(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(b['probability'] ?? 0) - Number(a['probability'] ?? 0))
}

/** @example areaTitle('regulatory.campaignFinance') // 'Campaign finance' */
function areaTitle(name: string): string {
  const title = ownValue(titles, name) ?? fieldWord(name.split('.').at(-1) ?? name)
  return title.charAt(0).toUpperCase() + title.slice(1)
}

const titles: Readonly<Record<string, string>> = {
  fdaEvents: 'FDA events',
  'risk.sanctions': 'Risk of sanctions',
  'risk.signals': 'Signals of risk',
  'financials.income': 'Income statement',
  'financials.cashFlow': 'Cash flow statement',
  'social.reddit': 'Reddit',
  'derivatives.futures': 'Positions in futures',
  technicals: 'Technicals, 1y of daily bars',
}

/** Rows of areas that are not lists. */
function areaFacts(
  name: string,
  value: Row,
  entity: Row,
): readonly (readonly [string, string])[] | undefined {
  if (name === 'analyst') return analystFacts(value, entity)
  if (name === 'risk.sanctions') return [['match', sanctionsText(value)]]
  return undefined
}

function sanctionsText(row: Row): string {
  if (row['matched'] !== true) return 'none'
  const score = formatScore(row['score'])
  return `${textIn(row, 'matchedName')}, on ${textIn(row, 'listName')} (${textIn(row, 'program')}), score ${score}`
}

function analystFacts(row: Row, entity: Row): readonly (readonly [string, string])[] {
  const { priceTarget, priceTargetLow, priceTargetHigh } = row
  const market = entity['market']
  const price = isObject(market) ? market['price'] : undefined
  const away =
    isNumber(price) && isNumber(priceTarget) && price !== 0
      ? `, ${formatPercent((100 * (priceTarget - price)) / price)}`
      : ''
  const span = isNumber(priceTargetLow)
    ? ` (${formatPrice(priceTargetLow)}–${formatPrice(priceTargetHigh)})`
    : ''
  const votes = [
    ...[['strong buy', 'strongBuy'] as const, ['buy', 'buy'] as const, ['hold', 'hold'] as const],
    ...[['sell', 'sell'] as const, ['strong sell', 'strongSell'] as const],
  ].filter(([, key]) => isNumber(row[key]))
  return [
    ['view', textIn(row, 'recommendation').replaceAll('_', ' ') || '–'],
    ['target', `${formatPrice(priceTarget)}${span}${away}`],
    ['analysts', textIn(row, 'analysts') || '–'],
    ...(votes.length > 0
      ? [['votes', votes.map(([word, key]) => `${word} ${String(row[key])}`).join('  ')] as const]
      : []),
  ]
}

/** @example 'Apple Inc. (AAPL)   equity, CIK 0000320193' */
function identityLine(entity: Row): string {
  const cik = textIn(entity, 'cik')
  const facts = [textIn(entity, 'type').toLowerCase(), ...(cik === '' ? [] : [`CIK ${cik}`])]
  return `${textIn(entity, 'name')} (${textIn(entity, 'ticker')})   ${facts.filter(Boolean).join(', ')}`.trim()
}

/** The price with its change, time, market state, volume and capitalisation. */
function marketLines(
  entity: Row,
  market: Row,
  { clock, screen }: { clock: Clock; screen: Screen },
): readonly string[] {
  const ticker = textIn(entity, 'ticker')
  const { price, change, changePercent, volume, marketCap, previousClose } = market
  const unit = ticker.startsWith('^') ? 'pts' : textIn(market, 'currency')
  const state = stateText({ ...market, ticker })
  const extended = extendedText({ ...market, ticker })
  const asOf = textIn(market, 'asOf')
  const time = asOf === '' ? '' : instantText(asOf, zoneOfTicker(ticker), clock)
  const made = [state, time].filter((part) => part !== '' && part !== absent).join(', ')
  const parts = [
    `${`${formatPrice(price)} ${unit}`.trim()}  ${paint(`${formatChange(change)}  ${formatPercent(changePercent)}`, toneOf(change), screen.colour)}`,
    ...(made === '' ? [] : [made]),
    ...(extended === undefined ? [] : [extended]),
    ...(isNumber(volume) ? [`volume ${formatLarge(volume)}`] : []),
    ...(isNumber(marketCap) ? [`cap ${formatLarge(marketCap)}`] : []),
    ...(isNumber(previousClose) ? [`prev close ${formatPrice(previousClose)}`] : []),
  ]
  const lines: string[] = []
  for (const part of parts) {
    const joined = lines.length === 0 ? part : `${lines.at(-1)}   ${part}`
    if (lines.length > 0 && textWidth(unpainted(joined)) <= screen.columns) lines.pop()
    else if (lines.length > 0) {
      lines.push(part)
      continue
    }
    lines.push(joined)
  }
  return lines
}
