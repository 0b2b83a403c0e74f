import { multipleSeries } from '@fiq/shared/catalog/inputs'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import { arrayFilterOf } from '../../command-line/array-filter.ts'
import { filterOptions } from '../../command-line/filter-options.ts'
import { argumentOf, integerOf, optionOf, phraseOf } from '../../command-line/given.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { pointsTable } from '../../command-line/views/points-table.ts'
import { quoteTable } from '../../command-line/views/quote-table.ts'
import { numberColumn, tableView, textColumn } from '../../command-line/views/table-view.ts'
import { textIn } from '../../query/rows.ts'
import { formatLarge, formatScore } from '../../terminal/format/format-number.ts'
import { countryCommands } from './country-commands.ts'
import { filerNamed } from './filer-named.ts'
import { declarationOf, type ToolCommand } from './tool-command.ts'

/** The commands that run one tool of the catalog and print its rows. */
const toolCommands: readonly ToolCommand[] = [
  {
    name: 'quote',
    tool: 'quotes',
    summary: 'Show the last price, change and volume of tickers',
    arguments: [
      {
        name: 'tickers',
        description:
          'stocks (AAPL, VOD.L), indices (^GSPC), crypto (BTC), currencies (EURUSD=X) or futures (GC=F), 1 to 100, by spaces or commas',
        variadic: true,
      },
    ],
    fields: ['ticker', 'price', 'change', 'changePercent', 'volume', 'marketCap', 'previousClose'],
    examples: [
      'fiq quote AAPL MSFT ^GSPC',
      'fiq quote EURUSD=X,GC=F,VOD.L',
      'fiq quote AAPL --json ticker,price',
    ],
    input: (given) => ({ tickers: tickersOf(given) }),
    view: quoteTable,
  },
  {
    name: 'search',
    tool: 'searchEntities',
    summary: 'Find companies, crypto assets and indices by name or ticker',
    arguments: [{ name: 'words', description: 'name or ticker, typos allowed', variadic: true }],
    options: [
      {
        flags: '--type <type>',
        description: 'only this kind of entity',
        choices: ['EQUITY', 'CRYPTO', 'INDEX'],
      },
      { flags: '--limit <number>', description: 'most results, 1 to 50 (default 10)' },
    ],
    fields: ['id', 'name', 'type', 'tickers', 'confidence', 'source'],
    examples: [
      'fiq search apple',
      'fiq search "berkshire hathaway" --limit 3',
      'fiq search bitcoin --type CRYPTO',
    ],
    input: (given) => ({
      query: phraseOf(given, 'words'),
      type: optionOf(given, 'type')?.toUpperCase(),
      limit: integerOf(given, 'limit', { min: 1, max: 50 }),
    }),
    view: tableView('No entity matches.', [
      textColumn('tickers', 'tickers', { tone: () => 'bold', cuttable: true }),
      textColumn('name', 'name', { cuttable: true }),
      textColumn('type', 'type', { drop: 3 }),
      textColumn('id', 'id', { drop: 2 }),
      textColumn('source', 'source', { drop: 4, cuttable: true }),
      numberColumn('confidence', 'confidence', formatScore, { drop: 1 }),
    ]),
  },
  {
    name: 'sanctions',
    tool: 'sanctionsScreen',
    summary: 'Screen a name against the SDN list',
    description:
      'A convenience over public lists, not a compliance-grade screening product. A name that is not found here may still be sanctioned.',
    arguments: [
      { name: 'name', description: 'person, organisation, vessel or aircraft', variadic: true },
    ],
    options: [
      {
        flags: '--country <code>',
        description: 'ISO country code: only entries tied to that country',
      },
    ],
    fields: ['matchedName', 'score', 'listName', 'program'],
    examples: [
      'fiq sanctions "Sandbox Example Airlines"',
      'fiq sanctions aerolineas de ejemplo --country CUB',
    ],
    input: (given) => {
      const code = optionOf(given, 'country')
      return {
        name: phraseOf(given, 'name'),
        country: code === undefined ? undefined : upperCased(code),
      }
    },
    note: 'A convenience over public lists, not a compliance-grade screening. No match is no clearance.',
    view: tableView('No match.', [
      numberColumn('score', 'score', formatScore),
      textColumn('name', 'matchedName', { tone: () => 'bold', cuttable: true }),
      textColumn('list', 'listName', { drop: 1 }),
      textColumn('programs', 'program', { cuttable: true }),
    ]),
  },
  {
    name: 'holdings',
    tool: 'institutionalHoldings',
    summary: 'Show what an institution reported to hold on form 13F',
    description:
      'Institutions are named by their CIK, the number the SEC files them under, with or without its leading zeros. A listed one can be named in words or by its ticker: its CIK is searched first, which is a query of its own.',
    arguments: [
      {
        name: 'cik',
        description: 'name, ticker or SEC filer identifier, e.g. berkshire, 1067983',
        variadic: true,
      },
    ],
    options: [{ flags: '--limit <number>', description: 'most holdings, 1 to 500 (default 50)' }],
    fields: ['ticker', 'shares', 'value', 'reportedAt'],
    examples: [
      'fiq holdings berkshire',
      'fiq holdings 1067983',
      'fiq holdings 0001067983 --limit 10 --csv',
    ],
    async input(given, context) {
      const limit = integerOf(given, 'limit', { min: 1, max: 500 })
      const named = phraseOf(given, 'cik')
      return { cik: cikOf(named) ?? (await filerNamed(named, context)), limit }
    },
    view: tableView('No holdings reported.', [
      textColumn('ticker', 'ticker', {
        cell: (row) => textIn(row, 'ticker') || '–',
        tone: () => 'bold',
      }),
      numberColumn('shares', 'shares', formatLarge),
      numberColumn('USD', 'value', formatLarge),
      textColumn('reported', 'reportedAt', { drop: 1 }),
    ]),
  },
  {
    name: 'short-interest',
    tool: 'shortInterest',
    summary: 'Show the short interest of a US equity by settlement date',
    arguments: [{ name: 'ticker', description: 'e.g. AAPL' }],
    options: filterOptions,
    fields: ['settlementDate', 'sharesShort', 'daysToCover'],
    examples: ['fiq short-interest AAPL', 'fiq short-interest GME --limit 6 --csv'],
    input: (given) => ({
      ticker: upperCased(argumentOf(given, 'ticker')),
      filter: arrayFilterOf(given),
    }),
    view: tableView('No short interest reported.', [
      textColumn('settlement', 'settlementDate'),
      numberColumn('shares short', 'sharesShort', formatLarge),
      numberColumn('days to cover', 'daysToCover', formatScore),
    ]),
  },
  {
    name: 'campaign-finance',
    tool: 'campaignFinance',
    summary: 'Show campaign committees and what they raised',
    arguments: [{ name: 'name', description: 'candidate or committee', variadic: true }],
    options: [
      { flags: '--cycle <year>', description: 'two-year election cycle, an even year' },
      ...filterOptions,
    ],
    fields: ['committeeName', 'cycle', 'party', 'state', 'totalRaised'],
    examples: ['fiq campaign-finance Sanders --cycle 2024', 'fiq campaign-finance microsoft --csv'],
    input: (given) => {
      const cycle = integerOf(given, 'cycle', { min: 1976, max: 2100 })
      const filter = arrayFilterOf(given)
      return {
        name: phraseOf(given, 'name'),
        filter: cycle === undefined ? filter : { ...filter, cycle },
      }
    },
    view: tableView('No committee matches.', [
      textColumn('cycle', 'cycle'),
      textColumn('committee', 'committeeName', { tone: () => 'bold', cuttable: true }),
      textColumn('party', 'party', { drop: 1 }),
      textColumn('state', 'state', { drop: 2 }),
      numberColumn('raised, USD', 'totalRaised', formatLarge),
    ]),
  },
  ...countryCommands,
  {
    name: 'series',
    tool: 'macroSeries',
    summary: 'Show the observations of an economic series',
    arguments: [{ name: 'series-id', description: 'series identifier, e.g. CPIAUCSL' }],
    options: filterOptions,
    fields: ['date', 'value'],
    examples: [
      'fiq series CPIAUCSL --limit 12',
      'fiq series GDP --since 2010-01-01 --sort ASC --csv',
    ],
    input: (given) => ({
      seriesId: upperCased(argumentOf(given, 'series-id')),
      filter: arrayFilterOf(given),
    }),
    view: pointsTable,
  },
  {
    name: 'multiples',
    tool: 'sp500Multiples',
    summary: 'Show a valuation multiple of large US equities over time',
    arguments: [
      {
        name: 'series',
        description: `one of ${multipleSeries.join(', ')}`,
        choices: multipleSeries,
      },
    ],
    fields: ['date', 'value'],
    examples: ['fiq multiples shiller-pe', 'fiq multiples dividend-yield --json date,value'],
    input: (given) => ({ series: argumentOf(given, 'series').toLowerCase() }),
    view: pointsTable,
  },
]

export const toolDeclarations = toolCommands.map(declarationOf)
