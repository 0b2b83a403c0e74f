import type { Declaration } from '../../command-line/declaration.ts'
import { frames } from './frames.ts'

/** `fiq watch AAPL MSFT --max-spend 1` */
export const watch: Declaration = {
  name: 'watch',
  summary: 'Watch prices on the whole terminal, up to an amount',
  description:
    'Asks again every minute, pays for each answer and shows what an hour costs. You approve once, for all of it; --max-spend, the most that all of it may cost, is needed: at that amount it pauses and pays no more. It pauses while the US market is closed, unless a crypto asset is among the tickers. Press ? in it for its keys.',
  arguments: [
    { name: 'tickers', description: '1 to 50 tickers, by spaces or commas', variadic: true },
  ],
  options: [
    { flags: '--every <seconds>', description: 'time between two answers', default: '60' },
    {
      flags: '--range <range>',
      description: 'of the chart',
      choices: frames.map(({ name }) => name),
      default: '1D',
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
    'fiq watch BTC-USD --every 300 --range 1M --chart candles --max-spend 2',
  ],
  load: () => import('./run.ts'),
}
