import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq schema` */
export const schema: Declaration = {
  name: 'schema',
  summary: 'Print every command, option, exit code and setting as JSON',
  description: 'For programs that call fiq: the same declarations that help and completion read.',
  arguments: [
    {
      name: 'command',
      description: 'the words of one command: its fields, with their types, alone',
      optional: true,
      variadic: true,
    },
  ],
  fields: ['name', 'version', 'options', 'commands', 'exitCodes', 'environment', 'topics'],
  examples: ['fiq schema quote', 'fiq schema', "fiq schema --jq '.commands[].name'"],
  load: () => import('./run.ts'),
}
