import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq list ira` */
export const list: Declaration = {
  name: 'list',
  summary: 'Show your lists of tickers, or one of them with its value',
  description:
    'A list is a file in the folder lists of your settings: NAME.toml with tickers = ["AAPL", "MSFT"], or NAME.csv with the columns ticker, shares and cost (cost of one share, in the currency of the listing; may be absent). Negative shares are a sale: it changes the number of shares, not their mean cost. In every command that takes tickers, @NAME stands for the tickers of the list. Without a name, and with --add, fiq sends no query and pays nothing.',
  arguments: [
    {
      name: 'name',
      description: 'name of a list, with or without @',
      optional: true,
      completes: 'lists',
    },
  ],
  options: [
    {
      flags: '--add <tickers>',
      description: 'tickers to add, separated by commas; creates the list if it does not exist',
    },
  ],
  fields: [
    ...['list', 'tickers', 'lots', 'file', 'ticker', 'name', 'shares', 'cost', 'price', 'currency'],
    ...['changePercent', 'value', 'gain', 'gainPercent', 'valueUsd', 'gainUsd', 'todayUsd'],
    ...['weight', 'problem'],
  ],
  examples: [
    'fiq list',
    'fiq list tech --add AAPL,MSFT',
    'fiq list ira',
    'fiq quote @tech',
    'fiq watch @tech --max-spend 1',
  ],
  load: () => import('./run.ts'),
}
