import { defined } from '@fiq/shared/defined'
import { sanitise } from '@fiq/shared/sanitise'
import { toCsv, toPlain } from './format/csv.ts'
import { paint } from './format/paint.ts'
import { pickFields } from './format/pick-fields.ts'
import { safeJson, safeJsonText } from './format/safe-json.ts'
import type { Screen } from './format/screen.ts'
import { hiddenWords, type Table } from './format/table.ts'
import { wrap } from './format/text-width.ts'
import { toAscii } from './is-ascii.ts'

/** Output of a result. Data goes to stdout, everything else to stderr. */
export type Output = {
  format: OutputFormat
  screen: Screen
  /** Prints the value in the requested format. The format `text` calls the view. */
  print(result: Result): void
  /** Prints our own text unchanged in every format: scripts for a shell. */
  text(text: string): void
  /** Resolves once everything printed has left this process. Only then is an answer delivered. */
  flushed(): Promise<void>
  /** Prints a line for the user on stderr, dimmed on a terminal. */
  note(line: string): void
  /** Prints a line of the footer on stderr, with its label. */
  foot(label: FootLabel, line: string): void
  /** Prints an important line for the user on stderr. */
  warn(line: string, label?: FootLabel): void
  /** `--sources`: whether the footer names every source. */
  listsSources: boolean
}

/** Lines below a result: notes, hidden columns, further commands, sources, cost. */
export type FootLabel = 'note' | 'hidden' | 'more' | 'source' | 'cost'

export type OutputFormat = 'text' | 'json' | 'csv' | 'ndjson' | 'plain'

/** What a command prints, in each format. */
export type Result = {
  /** The JSON value: an array of rows, or an object. */
  value: unknown
  /** Text for a terminal: lines without a trailing newline. */
  view: (screen: Screen) => string
  /** Rows for `--csv`, `--ndjson` and `--plain`, if the value is not a list of them. */
  rows?: readonly unknown[]
  /** Tables of the view. The footer states how many of their columns do not fit. */
  tables?: readonly Table<never>[]
  /** Notes in the footer. */
  notes?: readonly string[]
  /** Further commands. */
  more?: string
  /** The period of the newest value, if values are those of periods. */
  period?: Period | undefined
}

/** A year, a quarter or a month: its first day, its name and its last day. ISO 8601. */
export type Period = { date: string; name: string; lastDay: string }

/** Destination of text. */
export type Sink = {
  write(text: string): void
  /**
   * Resolves once everything written was taken, or its reader closed the pipe. Never after another
   * failure.
   */
  flushed?(): Promise<void>
  isTerminal: boolean
  columns: number
  /** Shows a text that is taller than the terminal in a pager. @returns `false` without one. */
  page?(text: string): boolean
  /** The stream itself, for views that draw on a terminal. */
  stream?: NodeJS.WriteStream | undefined
}

/** The requested output. */
export type OutputOptions = {
  format: OutputFormat
  /** Field names after `--json`, `--csv` or similar, separated by commas. */
  pick: string | undefined
  /** Fields of the command; empty if any name is allowed. */
  fields: readonly string[]
  colour: boolean
  /** `--quiet`: prints warnings but no notes. */
  quiet: boolean
  /** `--jq`: prints the results of this filter over the JSON instead of the JSON. */
  jq?: string | undefined
  /** Whether to print words instead of drawings. */
  isReadAloud?: boolean
  /** Whether the terminal shows only ASCII. */
  isAscii?: boolean
  /** `--no-csv-guard`: leaves texts in CSV unchanged, including formulas. */
  unguarded?: true
  /** `--columns`: exactly these, or these in addition to those that fit. */
  picked?: Screen['picked']
  /** `--utc` */
  isUtc?: boolean
  /** `--no-pager` */
  isUnpaged?: boolean
  /** `--sources` */
  listsSources?: boolean
}

/** Columns of a footer's label and the space after it. */
const footIndent = 8

/** Builds the output port: data to stdout, texts for the user to stderr. */
export function createOutput(stdout: Sink, stderr: Sink, options: OutputOptions): Output {
  const screen: Screen = {
    columns: stdout.columns,
    colour: options.colour && stdout.isTerminal,
    interactive: stdout.isTerminal,
    ...defined({ rows: stdout.stream?.rows ? stdout.stream.rows : undefined }),
    ascii: options.isAscii === true,
    isReadAloud: options.isReadAloud === true,
    ...defined({ picked: options.picked, isUtc: options.isUtc }),
  }
  const colourErrors = options.colour && stderr.isTerminal
  const say = (line: string, tone: 'dim' | 'warn', label = '') => {
    const text = screen.ascii ? toAscii(sanitise(line)) : sanitise(line)
    const indent = label === '' ? '' : ' '.repeat(footIndent)
    const width = stderr.isTerminal ? stderr.columns - indent.length : Infinity
    for (const [place, part] of wrap(text, width).entries())
      stderr.write(
        `${paint(`${place === 0 ? label.padEnd(indent.length) : indent}${part}`, tone, colourErrors)}\n`,
      )
  }
  const foot = (label: FootLabel, line: string) => {
    if (!options.quiet) say(line, 'dim', label)
  }
  const notes = (result: Result) => {
    for (const line of result.notes ?? []) foot('note', line)
  }
  const write = (text: string) => {
    if (text !== '') stdout.write(`${text}\n`)
  }
  /** Shows a view, if necessary in a pager. Piped output is for programs and has no pager. */
  const show = (text: string) => {
    const isTall = screen.rows !== undefined && text.split('\n').length >= screen.rows
    if (isTall && !options.isUnpaged && !screen.isReadAloud && stdout.page?.(text)) return
    write(text)
  }
  // Filters run one after the other. Their errors reject the promise of the output.
  let filtered: Promise<void> = Promise.resolve()
  return {
    format: options.format,
    screen,
    print(result) {
      const { jq } = options
      if (options.format === 'text') {
        show(render(result, options, screen))
        notes(result)
        const hidden = hiddenWords(result.tables?.map(({ columns }) => columns) ?? [], screen)
        if (hidden !== undefined) foot('hidden', hidden)
        if (result.more !== undefined) foot('more', result.more)
        return
      }
      if (jq === undefined) {
        write(render(result, options, screen))
        return notes(result)
      }
      const json = render(result, options, { ...screen, interactive: false })
      filtered = filtered.then(async () => write(await filter(jq, json)))
      filtered.catch(() => {})
      notes(result)
    },
    text: (text) => stdout.write(`${text}\n`),
    flushed: async () => {
      await filtered
      await stdout.flushed?.()
    },
    note: (line) => (options.quiet ? undefined : say(line, 'dim')),
    foot,
    warn: (line, label) => say(line, 'warn', label),
    listsSources: options.listsSources === true,
  }
}

/** Prints like `jq -r`, but sanitises texts and keeps each on one line. */
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
  // `rows` have other columns than the value, which are unknown without a row.
  const columns = pick?.split(',').map((name) => name.trim()) ?? (result.rows ? [] : fields)
  return format === 'csv' ? toCsv(rows, { columns, isGuarded: !unguarded }) : toPlain(rows, columns)
}

function rowsOf({ value, rows }: Result): readonly unknown[] {
  if (rows) return rows
  return Array.isArray(value) ? value : [value]
}
