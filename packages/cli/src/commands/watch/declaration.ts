import type { Declaration } from '../../command-line/declaration.ts'
import { frames } from './frames.ts'

/** `fiq watch AAPL MSFT --max-spend 1` */
export const watch: Declaration = {
  name: 'watch',
  summary: 'Watch prices on the whole terminal, up to an amount',
  description:
    'Shows prices, the day of each and a chart; every poll asks for the prices alone, and bars are bought once. You approve once, for all of it; --max-spend, the most that all of it may cost, is needed: at that amount it pauses and pays no more. What an hour and a day cost is said at the start and in the footer. It pauses while the US market is closed, unless something else is among the tickers. Press ? in it for its keys.',
  arguments: [
    { name: 'tickers', description: '1 to 200 tickers, by spaces or commas', variadic: true },
  ],
  options: [
    {
      flags: '--every <time>',
      description:
        'time between two polls, e.g. 60s or 3min; default the shortest of 1, 2, 3, 5 and 10 minutes whose day fits the budget, 15s on your own server',
    },
    {
      flags: '--range <range>',
      description: `of the chart (${frames.map(({ name }) => name).join(', ')})`,
      default: '1d',
    },
    {
      flags: '--chart <kind>',
      description: 'how it is drawn',
      choices: ['line', 'candles', 'none'],
      default: 'line',
    },
    { flags: '--even-closed', description: 'go on while the market is closed' },
  ],
  examples: [
    'fiq watch AAPL MSFT --max-spend 0.50',
    'fiq watch BTC-USD --every 5min --range 1mo --chart candles --max-spend 2',
  ],
  load: () => import('./run.ts'),
}
