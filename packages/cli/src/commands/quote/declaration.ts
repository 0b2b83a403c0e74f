import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq quote AAPL MSFT` */
export const quote: Declaration = {
  name: 'quote',
  summary: 'Show the last price, change and volume of tickers',
  arguments: [
    {
      name: 'tickers',
      description: 'stocks (AAPL), indices (^GSPC) or crypto (BTC-USD), 1 to 100',
      variadic: true,
    },
  ],
  fields: ['ticker', 'price', 'change', 'changePercent', 'volume', 'marketCap', 'previousClose'],
  examples: ['fiq quote AAPL MSFT ^GSPC', 'fiq quote AAPL --json ticker,price'],
  load: () => import('./run.ts'),
}
