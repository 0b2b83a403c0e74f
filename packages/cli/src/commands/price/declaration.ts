import type { Declaration } from '../../command-line/declaration.ts'
import { queryArgument, queryOptions } from '../../command-line/query-options.ts'

/** `fiq price quote AAPL`, `fiq price '{ marketStatus { isOpen } }'` */
export const price: Declaration = {
  name: 'price',
  summary: 'Show what a query or a command would cost, free',
  description:
    'Accepts a query as fiq query does, or any other command with its arguments. fiq computes the price with its built-in tariff: it sends and pays nothing. --remote requests the price from the server.',
  arguments: [queryArgument],
  options: [
    ...queryOptions,
    { flags: '--remote', description: 'request the price from the server instead' },
  ],
  fields: ['tariff', 'credits', 'amount', 'rows'],
  examples: [
    'fiq price quote AAPL MSFT',
    "fiq price '{ marketStatus { isOpen } }'",
    'fiq price company.graphql --var ticker=AAPL --remote',
  ],
  load: () => import('./run.ts'),
}
