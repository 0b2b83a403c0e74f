import type { ArgumentDeclaration, Declaration, OptionDeclaration } from '../declaration.ts'

/** Where the query is, for commands that take one. */
export const queryArgument: ArgumentDeclaration = {
  name: 'query',
  description: 'the text, a file that holds it, or - for standard input (default)',
  optional: true,
}

/** What else belongs to a query. */
export const queryOptions: readonly OptionDeclaration[] = [
  {
    flags: '--var <name=value>',
    description: 'a variable: JSON, or else a text; may be repeated',
    repeatable: true,
  },
  { flags: '--variables <json>', description: 'all variables as one JSON object' },
  { flags: '--operation <name>', description: 'operation that is meant where there are several' },
]

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
