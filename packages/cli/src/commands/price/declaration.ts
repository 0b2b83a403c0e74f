import type { Declaration } from '../../command-line/declaration.ts'
import { queryArgument, queryOptions } from '../../command-line/query-options.ts'

/** `fiq price quote AAPL`, `fiq price '{ marketStatus { isOpen } }'` */
export const price: Declaration = {
  name: 'price',
  summary: 'Show what a query or a command would cost, free',
  description:
    'Takes a query as fiq query does, or any other command with its words: nothing is sent or paid. Computed with the built-in tariff; --remote uses that of the server.',
  arguments: [queryArgument],
  options: [
    ...queryOptions,
    { flags: '--remote', description: 'ask the server instead of the built-in tariff' },
  ],
  fields: ['tariff', 'credits', 'amount', 'rows'],
  examples: [
    'fiq price quote AAPL MSFT',
    "fiq price '{ marketStatus { isOpen } }'",
    'fiq price company.graphql --var ticker=AAPL --remote',
  ],
  load: () => import('./run.ts'),
}
