import { sanitise } from '@fiq/shared/sanitise'
import { toCsv, toPlain } from './format/csv.ts'
import { paint } from './format/paint.ts'
import { pickFields } from './format/pick-fields.ts'
import { safeJson, safeJsonText } from './format/safe-json.ts'
import type { Screen } from './format/screen.ts'
import { wrap } from './format/text-width.ts'
import { toAscii } from './is-ascii.ts'

/** How a result is shown. Data goes to stdout, everything else to stderr. */
export type Output = {
  format: OutputFormat
  screen: Screen
  /** Prints the value in the format asked for; `text` calls the view. */
  print(result: Result): void
  /** Prints our own text as it is, in every format: scripts for a shell. */
  text(text: string): void
  /** Resolves once everything printed has left this process. Only then is it delivered. */
  flushed(): Promise<void>
  /** A line for humans, on stderr; dimmed on a terminal. */
  note(line: string): void
  /** A line for humans that should not be missed, on stderr. */
  warn(line: string): void
}

export type OutputFormat = 'text' | 'json' | 'csv' | 'ndjson' | 'plain'

export type Result = {
  /** The JSON value: an array of rows, or an object. */
  value: unknown
  /** Text for a terminal, lines without a trailing newline. */
  view: (screen: Screen) => string
  /** Rows for `--csv`, `--ndjson` and `--plain`, where the value is not already a list of them. */
  rows?: readonly unknown[]
}

/** Where text goes. */
export type Sink = {
  write(text: string): void
  /** Resolves once everything written was taken, or its reader closed the pipe. Never after another failure. */
  flushed?(): Promise<void>
  isTerminal: boolean
  columns: number
  /** The stream itself, for what draws on a terminal. */
  stream?: NodeJS.WriteStream | undefined
}

/** How the result was asked for. */
export type OutputOptions = {
  format: OutputFormat
  /** Field names after `--json`, `--csv` or the like, separated by commas. */
  pick: string | undefined
  /** Fields of the command; empty where anything may be picked. */
  fields: readonly string[]
  colour: boolean
  /** `--quiet`: no notes, warnings still. */
  quiet: boolean
  /** `--jq`: the results of this filter over the JSON are printed instead of it. */
  jq?: string | undefined
  /** Words instead of drawings. */
  isReadAloud?: boolean
  /** The terminal shows ASCII only. */
  isAscii?: boolean
  /** `--no-csv-guard`: texts in CSV as they are, formulas too. */
  unguarded?: true
}

/** Builds the output port: data to stdout, everything for humans to stderr. */
export function createOutput(stdout: Sink, stderr: Sink, options: OutputOptions): Output {
  const screen: Screen = {
    columns: stdout.columns,
    colour: options.colour && stdout.isTerminal,
    interactive: stdout.isTerminal,
    ...(stdout.stream?.rows ? { rows: stdout.stream.rows } : {}),
    ascii: options.isAscii === true,
    isReadAloud: options.isReadAloud === true,
  }
  const colourErrors = options.colour && stderr.isTerminal
  const say = (line: string, tone: 'dim' | 'warn') => {
    const text = screen.ascii ? toAscii(sanitise(line)) : sanitise(line)
    for (const part of wrap(text, stderr.isTerminal ? stderr.columns : Infinity))
      stderr.write(`${paint(part, tone, colourErrors)}\n`)
  }
  const write = (text: string) => {
    if (text !== '') stdout.write(`${text}\n`)
  }
  // Filters run one after the other, and what they fail of is told to who waits for the output.
  let filtered: Promise<void> = Promise.resolve()
  return {
    format: options.format,
    screen,
    print(result) {
      const { jq } = options
      if (jq === undefined) return write(render(result, options, screen))
      const json = render(result, options, { ...screen, interactive: false })
      filtered = filtered.then(async () => write(await filter(jq, json)))
      filtered.catch(() => {})
    },
    text: (text) => stdout.write(`${text}\n`),
    flushed: async () => {
      await filtered
      await stdout.flushed?.()
    },
    note: (line) => (options.quiet ? undefined : say(line, 'dim')),
    warn: (line) => say(line, 'warn'),
  }
}

/** As `jq -r` prints it, except that texts are sanitised and stay on one line each. */
async function filter(jq: string, json: string): Promise<string> {
  const { runJq } = await import('./jq/run-jq.ts')
  const results = await runJq(jq, json)
  return results
    .map((text) =>
      text.startsWith('"') ? sanitise(JSON.parse(text) as string) : safeJsonText(text),
    )
    .join('\n')
}

function render(
  result: Result,
  { format, pick, fields, unguarded }: OutputOptions,
  screen: Screen,
): string {
  if (format === 'text') return screen.ascii ? toAscii(result.view(screen)) : result.view(screen)
  const picked = (value: unknown) => (pick === undefined ? value : pickFields(value, pick, fields))
  if (format === 'json') return safeJson(picked(result.value), screen.interactive ? 2 : 0)
  const rows = rowsOf(result).map(picked)
  if (format === 'ndjson') return rows.map((row) => safeJson(row)).join('\n')
  // Rows of their own have other columns than the value, which are not known without a row.
  const columns = pick?.split(',').map((name) => name.trim()) ?? (result.rows ? [] : fields)
  return format === 'csv' ? toCsv(rows, { columns, isGuarded: !unguarded }) : toPlain(rows, columns)
}

function rowsOf({ value, rows }: Result): readonly unknown[] {
  if (rows) return rows
  return Array.isArray(value) ? value : [value]
}
