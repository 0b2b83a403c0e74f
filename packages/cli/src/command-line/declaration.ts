import type { ErrorCode } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'

/**
 * Describes a command for help, completion and man pages. It is small: the code of the command is
 * behind `load`, so that help loads none of it.
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
  /** Fields of a row, or of the object, that `--json` and `--csv` can select. */
  fields?: readonly string[]
  /** Type of each field, and when it is `null`; shown by `fiq schema <command>`. */
  fieldRules?: readonly { field: string; type: string; nullWhen: string }[]
  /** Names for `--columns`, if they differ from the fields. */
  columns?: readonly string[]
  /** Default format in a pipe; JSON if absent. */
  inPipe?: 'text'
  /** Absent for a group such as `fiq wallet`. */
  load?: () => Promise<{
    run(context: CliContext, args: ParsedArguments, allCommands: AllCommands): Promise<void>
  }>
  /** Words for an unknown member of a group: its noun, and its error. */
  members?: { noun: string; code: ErrorCode; remedy: string }
  /** The subcommand that runs if only the group is named. */
  alone?: string
  /** Subcommands of a group. */
  commands?: readonly Declaration[]
}

/** Words of this machine that a shell completes. It reads them when the user presses Tab. */
export type WordKind = 'areas' | 'tickers' | 'lists' | 'profiles' | 'wallets' | 'payments'

export type ArgumentDeclaration = {
  name: string
  description: string
  optional?: true
  /** Takes all remaining words. */
  variadic?: true
  choices?: readonly string[]
  /** Former choices, accepted for one release and not shown. */
  oldChoices?: readonly string[]
  /** Whether it may be a file name, which shells complete. */
  takesFile?: true
  completes?: WordKind
}

export type OptionDeclaration = {
  /** In commander's syntax: `--range <range>`, `-o, --output <file>`, `--force`. */
  flags: string
  description: string
  choices?: readonly string[]
  default?: string
  /** Whether it may be repeated. The run then gets an array. */
  repeatable?: true
  /** Left out of the help: an old name, or an option that programs pass. */
  isHidden?: true
  completes?: WordKind
}

/** Unparsed texts of the command line. The run validates them first. */
export type ParsedArguments = {
  /** By argument name. Always an array; empty if not given. */
  arguments: Readonly<Record<string, readonly string[]>>
  /** By camel-cased option name. */
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

/** The code of a command, called with its parsed arguments. */
export type Run = (context: CliContext, args: ParsedArguments) => Promise<void>

/** Loads every declaration, for commands that describe the command line. */
export type AllCommands = () => Promise<readonly Declaration[]>
