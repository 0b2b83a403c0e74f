import { FiqError } from '@fiq/shared/errors'
import type { Declaration } from './commands/declaration.ts'
import type { OutputFormat } from './context.ts'
import type { OutputOptions } from './terminal/output.ts'
import { checkFields } from './terminal/pick-fields.ts'
import type { World } from './world.ts'

const formats = ['json', 'ndjson', 'csv', 'plain'] as const satisfies readonly OutputFormat[]

/**
 * How the result is to be printed: as asked for, else a table on a terminal and JSON in a pipe.
 *
 * @param fields - Of the command, to refuse an unknown one before anything is paid.
 * @throws FiqError `USAGE` when two formats are asked for, or a field is not known.
 */
export function outputOptionsOf(
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
  { fields = [], inPipe = 'json' }: Pick<Declaration, 'fields'> & { inPipe?: OutputFormat },
  globals: Readonly<Record<string, unknown>>,
): OutputOptions {
  const asked = formats.filter((format) => globals[format] !== undefined)
  if (asked.length > 1)
    throw new FiqError('USAGE', `Only one of ${asked.map((name) => `--${name}`).join(' and ')}.`)
  const [format] = asked
  const value = format && globals[format]
  const pick = typeof value === 'string' ? value : undefined
  if (pick !== undefined) checkFields(pick, fields)
  return {
    format: format ?? (stdout.isTerminal ? 'text' : inPipe),
    pick,
    fields,
    colour: globals['color'] !== false && !env['NO_COLOR'] && format !== 'plain',
    quiet: globals['quiet'] === true,
  }
}
