import type { Declaration } from '../../command-line/declaration.ts'
import { queryArgument, queryOptions } from '../../command-line/query-options.ts'

/** `fiq query '{ marketStatus { isOpen } }'` */
export const query: Declaration = {
  name: 'query',
  summary: 'Run a GraphQL query',
  description:
    'Prints the whole GraphQL response on standard output, including its errors. If there are errors, fiq also explains the error on standard error and exits with its code: 14 if some of the data arrived.',
  arguments: [queryArgument],
  options: queryOptions,
  fields: ['data', 'errors', 'extensions'],
  examples: [
    "fiq query '{ marketStatus { isOpen session } }'",
    'fiq query company.graphql --var ticker=AAPL --var limit=5',
    'echo "{ marketStatus { isOpen } }" | fiq query --json data',
  ],
  load: () => import('./run.ts'),
}
