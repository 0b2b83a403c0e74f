import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq schema` */
export const schema: Declaration = {
  name: 'schema',
  summary: 'Describe commands, tools, areas and types; in a pipe, all commands as JSON',
  description:
    'Without a name, a terminal lists what can be described. For programs, a pipe or --json all prints every command, option, exit code and setting; help and completion use the same declarations.',
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
