import type { Declaration } from '../../command-line/declaration.ts'
import { frames } from './frames.ts'

/** `fiq watch AAPL MSFT --max-spend 1` */
export const watch: Declaration = {
  name: 'watch',
  summary: 'Watch prices on the whole terminal, up to a maximum amount',
  description:
    'Shows prices, the change of the day and a chart. Every poll queries only the prices; bars are bought once. You approve once for the whole session. --max-spend is required: the maximum that the session may pay. At that amount it pauses and pays no more. The start and the footer show the price of an hour and of a day. It queries only the tickers whose market is open, and pauses while none is. Press ? for its keys.',
  arguments: [
    {
      name: 'tickers',
      description: '1 to 200 tickers, separated by spaces or commas; @name is a list',
      completes: 'tickers',
      variadic: true,
    },
  ],
  options: [
    {
      flags: '--every <time>',
      description:
        'time between two polls, e.g. 60s or 3min; default: the shortest of 1, 2, 3, 5 and 10 minutes at which one day fits the budget, 15s on your own server',
    },
    {
      flags: '--range <range>',
      description: `of the chart (${frames.map(({ name }) => name).join(', ')})`,
      default: '1d',
    },
    {
      flags: '--chart <kind>',
      description: 'kind of chart',
      choices: ['line', 'candles', 'none'],
      default: 'line',
    },
    { flags: '--even-closed', description: 'continue while the market is closed' },
  ],
  examples: [
    'fiq watch AAPL MSFT --max-spend 0.50',
    'fiq watch BTC-USD --every 5min --range 1mo --chart candles --max-spend 2',
  ],
  load: () => import('./run.ts'),
}
