import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq schema` */
export const schema: Declaration = {
  name: 'schema',
  summary: 'Print every command, option, exit code and setting as JSON',
  description: 'For programs that call fiq: the same declarations that help and completion read.',
  fields: ['name', 'version', 'options', 'commands', 'exitCodes', 'environment', 'topics'],
  examples: ['fiq schema', "fiq schema --jq '.commands[].name'"],
  load: () => import('./run.ts'),
}
