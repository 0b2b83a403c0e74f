import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { Argument, Command, type CommanderError, Option } from 'commander'
import type { Declaration, Given, OptionDeclaration } from './declaration.ts'
import { globalOptions, oldOptions } from './global-options.ts'
import { commandHelp } from './help-texts/command-help.ts'
import { mainHelp } from './help-texts/main-help.ts'
import { withHelpOf } from './with-help-of.ts'

/** The chosen command. */
export type Chosen = {
  declaration: Declaration
  /** Its words. @example 'fiq budget set' */
  command: string
  given: Given
  /** By camel-cased name, as {@link Given.options}. */
  globals: Readonly<Record<string, unknown>>
}

/** Commander's output when no command is chosen. */
export type Program = {
  /**
   * @returns The command chosen, or the help text that was asked for.
   * @throws FiqError `USAGE` with what was probably meant.
   */
  parse(argv: readonly string[]): { chosen: Chosen } | { help: string }
}

/** Declares all commands to commander. Their code is not loaded. */
export function buildProgram(
  declarations: readonly Declaration[],
  { columns, version }: { columns: number; version: string },
): Program {
  let chosen: Chosen | undefined
  let help = ''
  const program = new Command('fiq').option('-V, --version', 'print the version').helpCommand(false)
  program.helpInformation = () => mainHelp(columns)
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
      // The help of a group without a subcommand; the following error explains the fault.
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
        const command = commandIn(argv, declarations)
        return { help: helpOrThrow(error as CommanderError, help, command, program.opts()) }
      }
      return chosen ? { chosen } : { help: program.helpInformation() }
    },
  }
}

/** Groups are filled only when their name is among the words: building all costs milliseconds. */
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
  for (const argument of declaration.arguments ?? [])
    command.addArgument(
      new Argument(
        bracketed(argument.name, argument.optional, argument.variadic),
        argument.description,
      ),
    )
  for (const option of declaration.options ?? []) command.addOption(toOption(option))
  for (const inner of place.words.includes(name) ? (commands ?? []) : [])
    declare(command, inner, { ...place, path, isAlone: inner.name === declaration.alone }, choose)
  if (!declaration.load) return
  command.allowExcessArguments(false).action(() => {
    const values = command.processedArgs as (string | string[] | undefined)[]
    choose({
      declaration,
      command: wordsOf(command),
      given: {
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

/** The first word that names a command. An option's value before it can only be one by mistake. */
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

function toOption({ flags, description, choices, default: value, repeatable }: OptionDeclaration) {
  const option = new Option(flags, description)
  if (choices)
    option.argParser((text) => {
      const found = choices.find((choice) => plain(choice) === plain(text))
      if (found !== undefined) return found
      throw new FiqError('USAGE', `${flags.split(/[ ,]/)[0]} takes one of ${choices.join(', ')}.`, {
        facts: [`Given: ${text.slice(0, 40)}`, ...didYouMean(text, choices)],
      })
    })
  if (value !== undefined) option.default(value)
  if (repeatable)
    option.argParser((text, earlier: readonly string[] | undefined) => [...(earlier ?? []), text])
  return option
}

/** `MOST_ACTIVES` and `most-actives` are one choice. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll('_', '-')
}

/** A subcommand that there is not, by the name the group has for it. */
function refuseMember(
  { code, message }: Partial<CommanderError>,
  members: Declaration['members'],
): void {
  if (code !== 'commander.unknownCommand' || !members) return
  const [first = '', ...rest] = message?.split('\n') ?? []
  const word = /'([\s\S]*)'/.exec(first)?.[1] ?? ''
  throw new FiqError(members.code, `There is no ${members.noun} "${word.slice(0, 60)}".`, {
    facts: rest.map(unbracketed),
    remedy: members.remedy,
  })
}

/** Refuses an unknown subcommand of a group that is also a command. */
function refuseUnknown(
  { code }: Partial<CommanderError>,
  group: Declaration | undefined,
  argv: readonly string[],
): void {
  if (code !== 'commander.excessArguments' || group?.alone === undefined) return
  const names = group.commands?.map(({ name }) => name) ?? []
  const word = argv[argv.indexOf(group.name) + 1] ?? ''
  if (names.includes(word) || word.startsWith('-')) return
  throw new FiqError('USAGE', `Unknown command '${word.slice(0, 60)}'.`, {
    facts: didYouMean(word, names),
    remedy: `fiq ${group.name} --help lists its commands.`,
  })
}

function unbracketed(line: string): string {
  return line.replace(/^\((.*)\)$/, '$1')
}

/** Commander's error, with its suggestion, as our error. */
function helpOrThrow(
  error: CommanderError | FiqError,
  help: string,
  command: string,
  globals: Readonly<Record<string, unknown>>,
): string {
  if (error instanceof FiqError) throw withHelpOf(command, error)
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.help') return help
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n')
  const said = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`
  throw new FiqError('USAGE', said, {
    facts: [...rest.map(unbracketed), ...swallowed(globals)],
    remedy:
      command === 'fiq'
        ? 'fiq --help lists the commands.'
        : `${command} --help says what it takes.`,
    cause: error,
  })
}

/** The command as far as its words are known. @example 'fiq budget set' */
function commandIn(argv: readonly string[], declarations: readonly Declaration[]): string {
  const [word, ...rest] = argv.filter((candidate) => !candidate.startsWith('-'))
  const found = declarations.find(({ name }) => name === word)
  return found
    ? `fiq ${[found.name, commandIn(rest, found.commands ?? []).slice(4)].join(' ').trim()}`
    : 'fiq'
}

/** `--json AAPL` takes the ticker for a field: said when words are missing. */
function swallowed(globals: Readonly<Record<string, unknown>>): string[] {
  return ['json', 'csv', 'ndjson', 'plain'].flatMap((name) => {
    const value = globals[name]
    return typeof value === 'string'
      ? [`--${name} took "${value.slice(0, 40)}" as the fields to print; put it last.`]
      : []
  })
}

function bracketed(name: string, optional?: true, variadic?: true): string {
  const dots = variadic ? '...' : ''
  return optional ? `[${name}${dots}]` : `<${name}${dots}>`
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
