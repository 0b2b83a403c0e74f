import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { Argument, Command, type CommanderError, Option } from 'commander'
import type { Declaration, Given, OptionDeclaration } from './declaration.ts'
import { globalOptions, oldOptions } from './global-options.ts'
import { withHelpOf } from './with-help-of.ts'

/** What was chosen on the command line. */
export type Chosen = {
  declaration: Declaration
  /** Its words. @example 'fiq budget set' */
  command: string
  given: Given
  /** By camel-cased name, as {@link Given.options}. */
  globals: Readonly<Record<string, unknown>>
}

/** What commander has to say when it does not choose a command. */
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
  const program = new Command('fiq')
    .description('Finance data in the terminal, paid by the query from a local wallet')
    .usage('<command> [words] [options]')
    .option('-V, --version', 'print the version')
    .helpCommand(false)
    .addHelpText('after', '\nMore: fiq help exit-codes | environment | output | payments')
  for (const option of globalOptions) program.addOption(toOption(option))
  const declareAll = (words: readonly string[]) => {
    for (const option of oldOptions)
      if (!hasOption(commandNamed(words, declarations), option))
        program.addOption(toOption(option).hideHelp())
    for (const declaration of declarations)
      declare(program, declaration, words, (one) => {
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
      // The help of a group without a subcommand; what went wrong is in the error that follows.
      writeErr: (text) => {
        help += text
      },
      getOutHelpWidth: () => Math.min(columns, 100),
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
  words: readonly string[],
  choose: (one: Chosen) => void,
): void {
  const { name, summary, description, examples, fields, commands } = declaration
  const command = parent.command(name).summary(summary).helpCommand(false)
  command.description(description ? `${summary}.\n\n${description}` : `${summary}.`)
  for (const argument of declaration.arguments ?? [])
    command.addArgument(
      new Argument(
        bracketed(argument.name, argument.optional, argument.variadic),
        argument.description,
      ),
    )
  for (const option of declaration.options ?? []) command.addOption(toOption(option))
  if (fields) command.addHelpText('after', `\nFields: ${fields.join(', ')}`)
  if (examples) command.addHelpText('after', `\nExamples:\n${examples.map(prompted).join('\n')}`)
  if (!commands) command.addHelpText('after', '\nOptions of every command: fiq --help')
  for (const inner of words.includes(name) ? (commands ?? []) : [])
    declare(command, inner, words, choose)
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
      const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
      if (found !== undefined) return found
      throw new FiqError('USAGE', `${flags.split(/[ ,]/)[0]} takes one of ${choices.join(', ')}.`, {
        facts: [`Given: ${text.slice(0, 40)}`, ...didYouMean(text, choices)],
      })
    })
  if (choices) option.description += ` (${choices.join(', ')})`
  if (value !== undefined) option.default(value)
  if (repeatable)
    option.argParser((text, earlier: readonly string[] | undefined) => [...(earlier ?? []), text])
  return option
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

function unbracketed(line: string): string {
  return line.replace(/^\((.*)\)$/, '$1')
}

/** Commander's own words, which name what was probably meant, as our error. */
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

/** The command that is meant, as far as its words are known. @example 'fiq budget set' */
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

function prompted(example: string): string {
  return `  $ ${example}`
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
