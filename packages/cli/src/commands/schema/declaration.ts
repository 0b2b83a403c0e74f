import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq schema` */
export const schema: Declaration = {
  name: 'schema',
  summary: 'Print every command, option, exit code and setting as JSON',
  description: 'For programs that call fiq. Help and completion use the same declarations.',
  arguments: [
    {
      name: 'command',
      description:
        'name of one command: prints only its fields, with their types; or of a tool, area or type of the data',
      optional: true,
      variadic: true,
    },
  ],
  fields: ['name', 'version', 'options', 'commands', 'exitCodes', 'environment', 'topics'],
  examples: [
    'fiq schema quote',
    'fiq schema insiderTrades',
    'fiq schema',
    "fiq schema --jq '.commands[].name'",
  ],
  load: () => import('./run.ts'),
}
