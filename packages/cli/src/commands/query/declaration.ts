import type { Declaration } from '../../command-line/declaration.ts'
import { queryArgument, queryOptions } from '../../command-line/query-options.ts'

/** `fiq query '{ marketStatus { isOpen } }'` */
export const query: Declaration = {
  name: 'query',
  summary: 'Run a GraphQL query',
  description:
    'Prints the whole GraphQL response on standard output, errors included. When there are errors, the response is still printed there, the error as fiq says it is on standard error, and the exit code is that of the error: 14 when some of the data came.',
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
