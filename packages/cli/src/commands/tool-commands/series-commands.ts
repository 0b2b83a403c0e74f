import { multipleSeries } from '@fiq/shared/catalog/inputs'
import { arrayFilterOf } from '../../command-line/array-filter.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { filterOptions } from '../../command-line/filter-options.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import { upperCased } from '../../command-line/tickers-of.ts'
import { textIn } from '../../query/rows.ts'
import { fieldsIn, seriesDocument } from './documents.ts'
import {
  pagedPointOptions,
  pageOf,
  pointOptions,
  showSeries,
  withSinceDay,
} from './macro-command.ts'
import type { ToolCommand } from './tool-command.ts'

/** Commands for series that are named by an identifier. */
export const seriesCommands: readonly ToolCommand[] = [
  {
    name: 'series',
    tool: 'macroSeries',
    summary: 'Show the observations of an economic series',
    arguments: [{ name: 'series-id', description: 'series identifier, e.g. CPIAUCSL' }],
    options: [...filterOptions, ...pagedPointOptions],
    fields: fieldsIn(seriesDocument),
    ifUnknown: 'Check the identifier. fred.stlouisfed.org finds series by their titles.',
    query: seriesDocument,
    examples: [
      'fiq series CPIAUCSL --last 24',
      'fiq series GDP --since 2010-01-01 --sort date --csv',
    ],
    input: (args, { now }) => ({
      seriesId: upperCased(argumentOf(args, 'series-id')),
      filter: pageOf(args, arrayFilterOf(withSinceDay(args, now()))),
    }),
    show: showSeries({
      title: (args, rows) => {
        const id = upperCased(argumentOf(args, 'series-id'))
        const title = textIn(rows[0] ?? {}, 'title')
        return title === '' ? id : `${id}, ${title}`
      },
      // Of FRED's units only this one is a rate; others are levels or indices.
      isRate: (_given, rows) => textIn(rows[0] ?? {}, 'unit') === 'Percent',
    }),
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
    options: pointOptions,
    input: (args) => ({ series: argumentOf(args, 'series') }),
    show: showSeries({
      title: (args) => `Large US equities, ${multipleWords(args)}`,
      isRate: (args) => argumentOf(args, 'series').endsWith('yield'),
      hasMean: true,
    }),
  },
]

/** @example multipleWords(given) // 'Shiller P/E' */
function multipleWords(args: ParsedArguments): string {
  const name = argumentOf(args, 'series')
  return (
    { 'pe-ratio': 'P/E', 'pe-ratio-ttm': 'P/E of twelve months', 'shiller-pe': 'Shiller P/E' }[
      name
    ] ?? name.replaceAll('-', ' ')
  )
}
