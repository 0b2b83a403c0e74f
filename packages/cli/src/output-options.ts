import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { Declaration } from './command-line/declaration.ts'
import type { World } from './compose/world.ts'
import { checkFields } from './terminal/format/pick-fields.ts'
import type { Screen } from './terminal/format/screen.ts'
import type { OutputFormat, OutputOptions } from './terminal/output.ts'
import { wantsColour } from './terminal/wants-colour.ts'

/** The format of each option. */
const formats = {
  table: 'text',
  json: 'json',
  ndjson: 'ndjson',
  csv: 'csv',
  plain: 'plain',
} as const satisfies Record<string, OutputFormat>
const optionNames = Object.keys(formats) as readonly (keyof typeof formats)[]

/**
 * Whether the available fields should be listed: on a terminal, `--json` alone lists them and sends
 * nothing. In a pipe JSON is the default anyway.
 */
export function isFieldListWanted(
  { stdout }: Pick<World, 'stdout'>,
  { fields = [] }: Pick<Declaration, 'fields'>,
  globals: Readonly<Record<string, unknown>>,
): boolean {
  if (globals['columns'] === true) return true
  const alone = globals['json'] === true && globals['jq'] === undefined
  return alone && stdout.isTerminal && fields.length > 0
}

/**
 * The result's format: as requested, else a table on a terminal and JSON in a pipe.
 *
 * @param fields - Fields of the command, to refuse an unknown one before any payment.
 * @throws FiqError `USAGE` for two formats, or an unknown field.
 */
export function outputOptionsOf(
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
  {
    fields = [],
    columns = [],
    inPipe = 'json',
  }: Pick<Declaration, 'fields' | 'columns'> & { inPipe?: OutputFormat },
  globals: Readonly<Record<string, unknown>>,
): OutputOptions {
  const chosen = optionNames.filter((name) => globals[name] !== undefined)
  if (chosen.length > 1)
    throw new FiqError('USAGE', `Use only one of ${andNames(chosen.map((name) => `--${name}`))}.`)
  const [option] = chosen
  const jq = typeof globals['jq'] === 'string' ? globals['jq'] : undefined
  if (jq !== undefined && option !== undefined && option !== 'json')
    throw new FiqError('USAGE', `--jq filters JSON; it cannot be combined with --${option}.`)
  const value = option && globals[option]
  const pick = typeof value === 'string' && !isAll(value, fields) ? value : undefined
  if (pick !== undefined) checkFields(pick, fields)
  const picked = pickedOf(globals['columns'], [...columns, ...fields])
  const shown = stdout.isTerminal ? 'text' : inPipe
  return {
    format: jq !== undefined ? 'json' : option ? formats[option] : shown,
    pick: value === undefined || value === true ? (fieldsOf(picked, fields) ?? pick) : pick,
    fields,
    jq,
    colour: wantsColour(env, globals['color'] !== false) && option !== 'plain',
    ...defined({ unguarded: globals['csvGuard'] === false ? (true as const) : undefined }),
    quiet: globals['quiet'] === true,
    ...defined({
      picked,
      isUtc: globals['utc'] === true ? true : undefined,
      listsSources: globals['sources'] === true ? true : undefined,
      isUnpaged: globals['pager'] === false ? true : undefined,
    }),
  }
}

/**
 * Parses `--columns`: `price,asOf` selects exactly these, `+asOf` adds to those that fit.
 *
 * @throws FiqError `USAGE` for a name that is neither column nor field
 */
function pickedOf(value: unknown, known: readonly string[]): Screen['picked'] {
  if (typeof value !== 'string') return undefined
  const adds = value.startsWith('+')
  const names = value
    .split(',')
    .map((name) => name.trim().replace(/^\+/, ''))
    .filter((name) => name !== '')
  const lower = new Set(known.map((name) => name.toLowerCase()))
  for (const name of names)
    if (lower.size > 0 && !lower.has(name.split('.')[0]!.toLowerCase()))
      throw new FiqError('USAGE', `There is no column "${name.slice(0, 60)}".`, {
        facts: [...didYouMean(name, known), `Columns: ${known.join(', ')}`],
      })
  return names.length === 0 ? undefined : { names, adds }
}

/**
 * The fields that `--columns` selects in JSON and CSV. Columns that are no fields, and added ones,
 * concern tables only.
 */
function fieldsOf(picked: Screen['picked'], fields: readonly string[]): string | undefined {
  if (!picked || picked.adds) return undefined
  const names = picked.names.map((name) =>
    fields.find((field) => field.toLowerCase() === name.toLowerCase()),
  )
  return names.includes(undefined) ? undefined : names.join(',')
}

/** Whether it is `--json all` and no field has that name. */
function isAll(value: string, fields: readonly string[]): boolean {
  return value === 'all' && !fields.includes('all')
}
