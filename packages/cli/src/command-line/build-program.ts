import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { orNames } from '@fiq/shared/spelling/name-list'
import { Argument, Command, type CommanderError, Option } from 'commander'
import type {
  ArgumentDeclaration,
  Declaration,
  OptionDeclaration,
  ParsedArguments,
} from './declaration.ts'
import { globalOptions, oldOptions } from './global-options.ts'
import { bracketed, commandHelp } from './help-texts/command-help.ts'
import { type CommandGroup, mainHelp } from './help-texts/main-help.ts'
import { helpOrThrow, pathIn, refuseMember, refuseUnknown } from './usage-errors.ts'

/** The chosen command. */
export type Chosen = {
  declaration: Declaration
  /** The words of the command. @example 'fiq budget set' */
  command: string
  args: ParsedArguments
  /** Global options by camel-cased name, like {@link ParsedArguments.options}. */
  globals: Readonly<Record<string, unknown>>
}

/** Commander's output when no command is chosen. */
export type Program = {
  /**
   * @returns The chosen command, or the requested help text.
   * @throws FiqError `USAGE` with the likely intention.
   */
  parse(argv: readonly string[]): { chosen: Chosen } | { help: string }
}

/** Declares all commands in commander, without loading their code. */
export function buildProgram(
  declarations: readonly Declaration[],
  {
    columns,
    version,
    groups,
  }: { columns: number; version: string; groups: readonly CommandGroup[] },
): Program {
  let chosen: Chosen | undefined
  let help = ''
  const program = new Command('fiq').option('-V, --version', 'print the version').helpCommand(false)
  program.helpInformation = () => mainHelp(groups, columns)
  for (const option of globalOptions) program.addOption(toOption(option))
  const declareAll = (words: readonly string[]) => {
    for (const option of oldOptions)
      if (!hasOption(commandNamed(words, declarations), option))
        program.addOption(toOption(option).hideHelp())
    for (const declaration of declarations)
      declare(program, declaration, { words, columns, path: 'fiq' }, (one) => {
        chosen = one
      })
    everyCommand(program, configure)
  }
  const configure = (command: Command) => {
    command.exitOverride()
    command.configureOutput({
      writeOut: (text) => {
        help += text
      },
      // Hides the help that a group without a subcommand prints; the error explains the fault.
      writeErr: (text) => {
        help += text
      },
    })
  }

  return {
    parse(argv) {
      if (argv[0] === '-V' || argv[0] === '--version') return { help: `${version}\n` }
      declareAll(argv)
      if (argv.length === 0) return { help: program.helpInformation() }
      try {
        program.parse([...argv], { from: 'user' })
      } catch (error) {
        const group = declarations.find(({ name }) => name === program.args[0])
        refuseMember(error as CommanderError, group?.members)
        refuseUnknown(error as CommanderError, group, argv)
        const path = pathIn(argv, declarations)
        return { help: helpOrThrow(error as CommanderError, help, path, program.opts()) }
      }
      return chosen ? { chosen } : { help: program.helpInformation() }
    },
  }
}

/** Declares commands. Fills a group only if its name is among the words, which saves time. */
function declare(
  parent: Command,
  declaration: Declaration,
  place: { words: readonly string[]; columns: number; path: string; isAlone?: boolean },
  choose: (one: Chosen) => void,
): void {
  const { name, summary, commands } = declaration
  const path = `${place.path} ${name}`
  const command = parent
    .command(name, { isDefault: place.isAlone === true })
    .summary(summary)
    .helpCommand(false)
  command.helpInformation = () => commandHelp(declaration, path, place.columns)
  for (const argument of declaration.arguments ?? []) command.addArgument(toArgument(argument))
  for (const option of declaration.options ?? []) command.addOption(toOption(option))
  for (const inner of place.words.includes(name) ? (commands ?? []) : [])
    declare(command, inner, { ...place, path, isAlone: inner.name === declaration.alone }, choose)
  if (!declaration.load) return
  command.allowExcessArguments(false).action(() => {
    const values = command.processedArgs as (string | string[] | undefined)[]
    choose({
      declaration,
      command: wordsOf(command),
      args: {
        arguments: Object.fromEntries(
          (declaration.arguments ?? []).map((argument, index) => [
            argument.name,
            [values[index] ?? []].flat(),
          ]),
        ),
        options: command.opts(),
      },
      globals: rootOf(command).opts(),
    })
  })
}

/** The first word that names a command. Known limit: it may be the value of an option. */
function commandNamed(words: readonly string[], declarations: readonly Declaration[]) {
  const byName = (word: string) => declarations.find(({ name }) => name === word)
  return words.map(byName).find((found) => found !== undefined)
}

function hasOption(declaration: Declaration | undefined, { flags }: OptionDeclaration): boolean {
  const [word] = flags.split(' ')
  return (
    declaration?.options?.some((option) => option.flags.split(/[ ,]+/).includes(word!)) === true
  )
}

function toArgument(declaration: ArgumentDeclaration) {
  const { name, description, choices, oldChoices, optional } = declaration
  const argument = new Argument(bracketed(declaration), description)
  if (choices && !optional) argument.argParser(chosenFrom(choices, name, oldChoices))
  return argument
}

/** Accepts one of the choices, however it is spelled. @throws FiqError `USAGE`. */
function chosenFrom(choices: readonly string[], name: string, old: readonly string[] = []) {
  return (text: string) => {
    const found = [...choices, ...old].find((choice) => plain(choice) === plain(text))
    if (found !== undefined) return found
    throw new FiqError('USAGE', `${name} must be one of ${orNames(choices)}.`, {
      facts: [`Given: ${text.slice(0, 40)}`, ...didYouMean(text, choices)],
    })
  }
}

function toOption({ flags, description, choices, default: value, repeatable }: OptionDeclaration) {
  const option = new Option(flags, description)
  if (choices) option.argParser(chosenFrom(choices, flags.split(/[ ,]/)[0]!))
  if (value !== undefined) option.default(value)
  if (repeatable)
    option.argParser((text, earlier: readonly string[] | undefined) => [...(earlier ?? []), text])
  return option
}

/** Normalises a choice: `MOST_ACTIVES` and `most-actives` are equal. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll('_', '-')
}

function wordsOf(command: Command): string {
  const { parent } = command
  return parent ? `${wordsOf(parent)} ${command.name()}` : command.name()
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

function everyCommand(command: Command, change: (command: Command) => void): void {
  change(command)
  for (const inner of command.commands) everyCommand(inner, change)
}
