import type { Declaration } from '../../command-line/declaration.ts'
import { quoteRules } from './quote-row.ts'

/** `fiq quote AAPL MSFT ^GSPC` */
export const quote: Declaration = {
  name: 'quote',
  summary: 'Show the last price of stocks, indices, futures, currencies and crypto',
  arguments: [
    {
      name: 'tickers',
      description:
        '1 to 100, separated by spaces or commas: AAPL, VOD.L, ^GSPC, BTC-USD, EURUSD=X, GC=F; @name is a list',
      completes: 'tickers',
      variadic: true,
    },
  ],
  options: [
    {
      flags: '--sort <field>',
      description: '-field sorts in descending order; default: the order of the arguments',
    },
  ],
  fields: quoteRules.map(({ field }) => field),
  fieldRules: quoteRules,
  examples: [
    'fiq quote AAPL MSFT ^GSPC',
    'fiq quote EURUSD=X,GC=F,VOD.L --sort -changePercent',
    'fiq quote AAPL --json ticker,price',
  ],
  load: () => import('./run.ts'),
}
