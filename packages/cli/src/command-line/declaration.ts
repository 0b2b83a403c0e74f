import type { ErrorCode } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'

/**
 * A command for help, completion and man pages. Small: the code that runs the command is behind
 * `load`, so that printing help loads none of it.
 */
export type Declaration = {
  name: string
  /** One line, imperative, without a full stop. */
  summary: string
  /** Paragraphs below the summary in the command's own help. */
  description?: string
  arguments?: readonly ArgumentDeclaration[]
  options?: readonly OptionDeclaration[]
  /** Command lines without the prompt, e.g. `fiq quote AAPL MSFT`. */
  examples?: readonly string[]
  /** Fields of a row, or of the object, that `--json` and `--csv` pick from. */
  fields?: readonly string[]
  /** Type of each field, and when it is `null`: `fiq schema <command>`. */
  fieldRules?: readonly { field: string; type: string; nullWhen: string }[]
  /** Names that `--columns` takes, where they are not the fields. */
  columns?: readonly string[]
  /** Default format in a pipe; JSON if absent. */
  inPipe?: 'text'
  /** Absent on a group such as `fiq wallet`. */
  load?: () => Promise<{
    run(context: CliContext, given: Given, allCommands: AllCommands): Promise<void>
  }>
  /** The noun for subcommands that are not commands, and the error for an unknown one. */
  members?: { noun: string; code: ErrorCode; remedy: string }
  /** The subcommand that the group runs when it is named alone. */
  alone?: string
  /** Subcommands of a group. */
  commands?: readonly Declaration[]
}

export type ArgumentDeclaration = {
  name: string
  description: string
  optional?: true
  /** Takes all the words that are left. */
  variadic?: true
  choices?: readonly string[]
  /** May name a file, which shells complete. */
  takesFile?: true
}

export type OptionDeclaration = {
  /** As commander writes them: `--range <range>`, `-o, --output <file>`, `--force`. */
  flags: string
  description: string
  choices?: readonly string[]
  default?: string
  /** May be given more than once; the run gets an array. */
  repeatable?: true
}

/** Texts on the command line, unparsed. The run validates them first. */
export type Given = {
  /** By argument name. Always an array: empty when not given. */
  arguments: Readonly<Record<string, readonly string[]>>
  /** By camel-cased option name. */
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

export type Run = (context: CliContext, given: Given) => Promise<void>

/** Loads every declaration, for commands that describe the command line. */
export type AllCommands = () => Promise<readonly Declaration[]>
