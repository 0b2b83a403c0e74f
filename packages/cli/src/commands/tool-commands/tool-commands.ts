import { defined } from '@fiq/shared/defined'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import { committees, sanctions } from '../../command-line/areas/agencies.ts'
import { quarterOf } from '../../command-line/areas/filings.ts'
import { holdings, shortInterest } from '../../command-line/areas/owners.ts'
import { arrayFilterOf } from '../../command-line/array-filter.ts'
import { filterOptions } from '../../command-line/filter-options.ts'
import {
  argumentOf,
  integerOf,
  optionOf,
  phraseOf,
  shareOf,
} from '../../command-line/parsed-arguments.ts'
import { upperCased } from '../../command-line/tickers-of.ts'
import { asWords, number, text, word } from '../../command-line/views/columns.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { formatLarge, formatScore, isNumber } from '../../terminal/format/format-number.ts'
import { countryCommands } from './country-commands.ts'
import {
  campaignFinanceDocument,
  fieldsIn,
  holdingsDocument,
  sanctionsDocument,
  shortInterestDocument,
} from './documents.ts'
import { filerNamed } from './filer-named.ts'
import { seriesCommands } from './series-commands.ts'
import { declarationOf, type ToolCommand } from './tool-command.ts'

/** The commands that run one tool of the catalog and print its rows. */
const toolCommands: readonly ToolCommand[] = [
  {
    name: 'search',
    tool: 'searchEntities',
    summary: 'Find companies, crypto assets and indices by name or ticker',
    arguments: [{ name: 'words', description: 'name or ticker, typos allowed', variadic: true }],
    options: [
      {
        flags: '--type <type>',
        description: 'show only this kind of entity',
        choices: ['EQUITY', 'CRYPTO', 'INDEX'],
      },
      { flags: '--limit <number>', description: 'maximum number of results, 1 to 50 (default 10)' },
    ],
    fields: ['id', 'name', 'type', 'tickers', 'confidence', 'source'],
    examples: [
      'fiq search apple',
      'fiq search "berkshire hathaway" --limit 3',
      'fiq search bitcoin --type CRYPTO',
    ],
    input: (args) => ({
      query: phraseOf(args, 'words'),
      type: optionOf(args, 'type')?.toUpperCase(),
      limit: integerOf(args, 'limit', { min: 1, max: 50 }),
    }),
    table: {
      empty: 'No entity matches.',
      columns: [
        text('tickers', 'tickers', 14, { tone: () => 'bold' }),
        text('name', 'name', 34),
        word('type', 'type', 6, { cell: (row) => asWords(textIn(row, 'type')) }),
        number('confidence', 'confidence', 10, formatScore),
        text('id', 'id', 22, { from: 120 }),
        text('source', 'source', 20, { from: 120 }),
      ],
    },
  },
  {
    name: 'sanctions',
    tool: 'sanctionsScreen',
    summary: 'Screen a name against public sanctions lists',
    description:
      'A convenience over public lists, not a compliance-grade screening product. A name that is not found here may still be sanctioned.',
    arguments: [
      { name: 'name', description: 'person, organisation, vessel or aircraft', variadic: true },
    ],
    options: [
      {
        flags: '--country <code>',
        description: 'ISO country code: show only entries of that country',
      },
      {
        flags: '--min-score <score>',
        description: 'lowest score, 0 to 1; 0.95 is strong (default 0.26)',
      },
    ],
    fields: fieldsIn(sanctionsDocument),
    examples: [
      'fiq sanctions "Sandbox Example Airlines"',
      'fiq sanctions aerolineas de ejemplo --country CUB',
    ],
    input: (args) => {
      const code = optionOf(args, 'country')
      return { name: phraseOf(args, 'name'), country: code && upperCased(code) }
    },
    more: (args) => defined({ minScore: shareOf(args, 'minScore') }),
    note: (answer) =>
      `${screenedWords(answer)}A convenience over public lists, not a compliance-grade screening. A name without a match may still be sanctioned.`,
    query: sanctionsDocument,
    table: sanctions,
    title: (rows) => `Possible matches: ${rows.length}`,
  },
  {
    name: 'holdings',
    tool: 'institutionalHoldings',
    summary: 'Show the holdings that an institution reported on form 13F',
    description:
      'Name the institution by its CIK, the identifier that the SEC assigns, with or without leading zeros. A listed institution can also be given by name or ticker: fiq then searches its CIK first, with a separate query.',
    arguments: [
      {
        name: 'cik',
        description: 'name, ticker or SEC filer identifier, e.g. berkshire, 1067983',
        variadic: true,
      },
    ],
    options: [
      {
        flags: '--limit <number>',
        description: 'maximum number of holdings, 1 to 500 (default 50)',
      },
    ],
    fields: fieldsIn(holdingsDocument),
    examples: [
      'fiq holdings berkshire',
      'fiq holdings 1067983',
      'fiq holdings 0001067983 --limit 10 --csv',
    ],
    async input(args, context) {
      const limit = integerOf(args, 'limit', { min: 1, max: 500 })
      const named = phraseOf(args, 'cik')
      return { cik: cikOf(named) ?? (await filerNamed(named, context)), limit }
    },
    query: holdingsDocument,
    table: holdings,
    title: holdingsTitle,
  },
  {
    name: 'short-interest',
    tool: 'shortInterest',
    summary: 'Show the short interest of a US equity by settlement date',
    arguments: [{ name: 'ticker', description: 'e.g. AAPL', completes: 'tickers' }],
    options: filterOptions,
    fields: fieldsIn(shortInterestDocument),
    examples: ['fiq short-interest AAPL', 'fiq short-interest GME --limit 6 --csv'],
    input: (args) => ({
      ticker: upperCased(argumentOf(args, 'ticker')),
      filter: arrayFilterOf(args),
    }),
    query: shortInterestDocument,
    table: shortInterest,
    title: (_rows, args) => `${upperCased(argumentOf(args, 'ticker'))}, short interest`,
  },
  {
    name: 'campaign-finance',
    tool: 'campaignFinance',
    summary: 'Show campaign committees and the money they raised',
    arguments: [{ name: 'name', description: 'candidate or committee', variadic: true }],
    options: [
      { flags: '--cycle <year>', description: 'two-year election cycle, an even year' },
      ...filterOptions,
    ],
    fields: fieldsIn(campaignFinanceDocument),
    examples: ['fiq campaign-finance Sanders --cycle 2024', 'fiq campaign-finance microsoft --csv'],
    input: (args) => {
      const cycle = integerOf(args, 'cycle', { min: 1976, max: 2100 })
      const filter = arrayFilterOf(args)
      return {
        name: phraseOf(args, 'name'),
        filter: cycle === undefined ? filter : { ...filter, cycle },
      }
    },
    query: campaignFinanceDocument,
    table: committees,
    title: (_rows, args) => `Committees like ${phraseOf(args, 'name')}`,
  },
  ...countryCommands,
  ...seriesCommands,
]

/** Declarations of {@link toolCommands}. */
export const toolDeclarations = toolCommands.map(declarationOf)

/**
 * The size of the lists that a name was screened against; empty if the server does not state it.
 *
 * @example 'Screened 17,842 entries on 6 lists. '
 */
export function screenedWords({ data }: Pick<Answer, 'data'>): string {
  const lists = rowsOf(data?.['sanctionsLists']).filter((row) => row['isScreened'] === true)
  const entries = lists.reduce((sum, { entries: count }) => sum + (isNumber(count) ? count : 0), 0)
  if (lists.length === 0) return ''
  return `Screened ${entries.toLocaleString('en-US')} entries on ${formatCount(lists.length, 'list')}. `
}

/**
 * The reporting manager, the quarter, and the sum of the shown positions. The sum of the whole
 * report follows from a weight.
 *
 * @example 'BERKSHIRE HATHAWAY INC, CIK 0001067983, 2017-Q4, 20 positions, 180B of 192B USD'
 */
function holdingsTitle(rows: readonly Row[]): string {
  const [first = {}] = rows
  const holder = textIn(first, 'holderName')
  const name = holder === '' ? '' : `${holder}, CIK ${textIn(first, 'holderCik')}, `
  const shown = rows.reduce((sum, { value }) => sum + (isNumber(value) ? value : 0), 0)
  const { value, weight } = rows.find((row) => isNumber(row['weight']) && row['weight'] > 0) ?? {}
  const whole = isNumber(value) && isNumber(weight) ? (value / weight) * 100 : shown
  const sum =
    shown < whole * 0.9995 ? `${formatLarge(shown)} of ${formatLarge(whole)}` : formatLarge(shown)
  return `${name}${quarterOf(textIn(first, 'reportedAt'))}, ${formatCount(rows.length, 'position')}, ${sum} USD`
}
