import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq search apple` */
export const search: Declaration = {
  name: 'search',
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
  load: () => import('./run.ts'),
}
