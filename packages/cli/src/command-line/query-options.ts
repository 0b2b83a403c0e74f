import type { ArgumentDeclaration, OptionDeclaration } from './declaration.ts'

/** The query argument of commands that take one. */
export const queryArgument: ArgumentDeclaration = {
  name: 'query',
  description: 'the query as text, a file with the query, or - for standard input (default)',
  optional: true,
  takesFile: true,
}

/** Further options of queries. */
export const queryOptions: readonly OptionDeclaration[] = [
  {
    flags: '--var <name=value>',
    description: 'one variable, as JSON or plain text; can be repeated',
    repeatable: true,
  },
  { flags: '--variables <json>', description: 'all variables as one JSON object' },
  {
    flags: '--operation <name>',
    description: 'name of the operation to run, if the query has several',
  },
]
