import type { Declaration } from '../declaration.ts'

/** `fiq price quote AAPL`, `fiq price '{ marketStatus { isOpen } }'` */
export const price: Declaration = {
  name: 'price',
  summary: 'Show what a query or a command would cost, free',
  description:
    'Takes a query as fiq query does, or any other command with its words: nothing is asked or paid. Computed with the built-in tariff; --remote asks the server for its own.',
  arguments: [
    {
      name: 'query',
      description: 'the text, a file that holds it, or - for standard input (default)',
      optional: true,
    },
  ],
  options: [
    {
      flags: '--var <name=value>',
      description: 'a variable: JSON, or else a text; may be repeated',
      repeatable: true,
    },
    { flags: '--variables <json>', description: 'all variables as one JSON object' },
    { flags: '--operation <name>', description: 'operation to price where there are several' },
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
