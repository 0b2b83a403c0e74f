import type { ArgumentDeclaration, OptionDeclaration } from './declaration.ts'

/** Where the query is, for commands that take one. */
export const queryArgument: ArgumentDeclaration = {
  name: 'query',
  description: 'the text, a file that holds it, or - for standard input (default)',
  optional: true,
  takesFile: true,
}

/** Further options of queries. */
export const queryOptions: readonly OptionDeclaration[] = [
  {
    flags: '--var <name=value>',
    description: 'a variable: JSON, or else a text; may be repeated',
    repeatable: true,
  },
  { flags: '--variables <json>', description: 'all variables as one JSON object' },
  { flags: '--operation <name>', description: 'operation that is meant where there are several' },
]
