import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq list ira` */
export const list: Declaration = {
  name: 'list',
  summary: 'Show your lists of tickers, or one of them with its value',
  description:
    'A list is a file of yours in the folder lists of the settings: NAME.toml with tickers = ["AAPL", "MSFT"], or NAME.csv with the columns ticker, shares and cost (of one share, in the currency of the listing). @NAME stands for its tickers wherever a command takes tickers. Without a name nothing is asked and nothing is paid; with --add neither.',
  arguments: [{ name: 'name', description: 'a list, with or without @', optional: true }],
  options: [
    { flags: '--add <tickers>', description: 'tickers to add, by commas; makes a new list too' },
  ],
  fields: ['list', 'tickers', 'lots', 'file'],
  examples: [
    'fiq list',
    'fiq list tech --add AAPL,MSFT',
    'fiq list ira',
    'fiq quote @tech',
    'fiq watch @tech --max-spend 1',
  ],
  load: () => import('./run.ts'),
}
