import type { Output, OutputFormat, Result, Screen } from '../context.ts'
import { toCsv, toPlain } from './csv.ts'
import { paint } from './paint.ts'
import { pickFields } from './pick-fields.ts'
import { safeJson, sanitise } from './sanitise.ts'
import { wrap } from './text-width.ts'

/** Where text goes. */
export type Sink = {
  write(text: string): void
  /** Resolves once everything written has been taken; never, where it cannot be. */
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
}

/** Builds the output port: data to stdout, everything for humans to stderr. */
export function openOutput(stdout: Sink, stderr: Sink, options: OutputOptions): Output {
  const screen: Screen = {
    columns: stdout.columns,
    colour: options.colour && stdout.isTerminal,
    interactive: stdout.isTerminal,
  }
  const colourErrors = options.colour && stderr.isTerminal
  const say = (line: string, tone: 'dim' | 'warn') => {
    for (const part of wrap(sanitise(line), stderr.isTerminal ? stderr.columns : Infinity))
      stderr.write(`${paint(part, tone, colourErrors)}\n`)
  }
  return {
    format: options.format,
    screen,
    print(result) {
      const text = render(result, options, screen)
      if (text !== '') stdout.write(`${text}\n`)
    },
    text: (text) => stdout.write(`${text}\n`),
    flushed: async () => stdout.flushed?.(),
    note: (line) => (options.quiet ? undefined : say(line, 'dim')),
    warn: (line) => say(line, 'warn'),
  }
}

function render(result: Result, { format, pick, fields }: OutputOptions, screen: Screen): string {
  if (format === 'text') return result.view(screen)
  const picked = (value: unknown) => (pick === undefined ? value : pickFields(value, pick, fields))
  if (format === 'json') return safeJson(picked(result.value), screen.interactive ? 2 : 0)
  const rows = rowsOf(result).map(picked)
  if (format === 'ndjson') return rows.map((row) => safeJson(row)).join('\n')
  return format === 'csv' ? toCsv(rows) : toPlain(rows)
}

function rowsOf({ value, rows }: Result): readonly unknown[] {
  if (rows) return rows
  return Array.isArray(value) ? value : [value]
}
