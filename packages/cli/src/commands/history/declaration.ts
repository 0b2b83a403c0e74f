import { historyIntervals, historyRanges } from '@fiq/shared/catalog/inputs'
import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq history AAPL --range 5y` */
export const history: Declaration = {
  name: 'history',
  summary: 'Draw prices and volume over time',
  arguments: [
    {
      name: 'tickers',
      description: '1 to 50 tickers, separated by spaces or commas; @name is a list',
      completes: 'tickers',
      variadic: true,
    },
  ],
  options: [
    {
      flags: '--range <range>',
      description: 'how far back',
      choices: historyRanges,
      default: '1y',
    },
    {
      flags: '--interval <interval>',
      description: 'length of a bar; default 5m for the range 1d, otherwise 1d',
      choices: historyIntervals,
    },
    {
      flags: '--chart <kind>',
      description: 'kind of chart; default candles if they fit, otherwise a line',
      choices: ['line', 'candles', 'none'],
    },
    {
      flags: '--indicator <names>',
      description:
        'indicators to draw, computed from the bars free of charge, e.g. rsi,ema20,bollinger',
    },
    {
      flags: '--xlsx <file>',
      description:
        'write the bars to a spreadsheet, with a sheet that lists the source of each column',
    },
    { flags: '--percent', description: 'compare 1 to 5 tickers by their change in percent' },
  ],
  fields: [
    'ticker',
    'name',
    'currency',
    'problem',
    'bars',
    'date',
    'open',
    'high',
    'low',
    'close',
    'volume',
  ],
  examples: [
    'fiq history AAPL --range 5y',
    'fiq history MSFT --range 1mo --chart candles',
    'fiq history AAPL --indicator ema20,rsi,macd',
    'fiq history AAPL MSFT ^GSPC --range 6mo --percent',
    'fiq history AAPL MSFT --csv > bars.csv',
  ],
  load: () => import('./run.ts'),
}
