import { errorTable, FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { CommanderError } from 'commander'
import type { Declaration } from './declaration.ts'
import { commandFor } from './help-texts/other-words.ts'

/**
 * Adds a command's help to an error about its words, unless the error has a remedy. Other errors
 * stay unchanged.
 *
 * @param command - e.g. `fiq budget set`.
 */
export function withHelpOf(command: string, error: unknown): unknown {
  if (!(error instanceof FiqError) || 'payment' in error) return error
  const { code, message, facts, funds, remedy } = error
  if (!['USAGE', 'BAD_INPUT'].includes(code) || remedy !== errorTable[code].remedy) return error
  const help = `${command} --help lists its arguments and options.`
  return new FiqError(code, message, { facts, funds, remedy: help, cause: error })
}

/** Refuses an unknown member of a group with the noun of the group. */
export function refuseMember(
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
export function refuseUnknown(
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

/** Converts commander's error, with its suggestion, to ours. */
export function helpOrThrow(
  error: CommanderError | FiqError,
  help: string,
  path: readonly Declaration[],
  globals: Readonly<Record<string, unknown>>,
): string {
  const command = ['fiq', ...path.map(({ name }) => name)].join(' ')
  if (error instanceof FiqError) throw withHelpOf(command, error)
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.help') return help
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n')
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`
  throw new FiqError('USAGE', sentence, {
    facts: [
      ...rest.map(unbracketed),
      ...swallowed(globals),
      ...missing(error, path.at(-1)),
      ...(command === 'fiq' ? dataInstead(error, rest.length > 0) : []),
    ],
    remedy:
      command === 'fiq'
        ? 'fiq --help lists the commands.'
        : `${command} --help lists its arguments and options.`,
    cause: error,
  })
}

/** The commands that the words name, from the group to the subcommand. */
export function pathIn(
  argv: readonly string[],
  declarations: readonly Declaration[],
): readonly Declaration[] {
  const [word, ...rest] = argv.filter((candidate) => !candidate.startsWith('-'))
  const found = declarations.find(({ name }) => name === word)
  return found ? [found, ...pathIn(rest, found.commands ?? [])] : []
}

/** What a missing argument is. */
function missing({ code, message }: CommanderError, command: Declaration | undefined): string[] {
  if (code !== 'commander.missingArgument') return []
  const name = /'(.*)'/.exec(message)?.[1]
  const argument = command?.arguments?.find((each) => each.name === name)
  return argument ? [`Expected: ${argument.description}`] : []
}

/** For a ticker, an area or a word of other tools: the command that answers it. */
function dataInstead({ code, message }: CommanderError, isSuggested: boolean): string[] {
  const word = /unknown command '(.*?)'/.exec(message)?.[1]
  if (code !== 'commander.unknownCommand' || word === undefined) return []
  if (/^\^?[A-Z][A-Z0-9.=-]{0,11}$/.test(word)) return [`The price of ${word}: fiq quote ${word}`]
  const known = commandFor(word)
  if (known !== undefined) return [`What answers "${word}": ${known}`]
  if (isSuggested) return []
  return ['News, filings, options and more of a company: fiq entity AAPL --with news']
}

/** `--json AAPL` reads the ticker as a field. Explains that when arguments are missing. */
function swallowed(globals: Readonly<Record<string, unknown>>): string[] {
  return ['json', 'csv', 'ndjson', 'plain'].flatMap((name) => {
    const value = globals[name]
    return typeof value === 'string'
      ? [
          `--${name} read "${value.slice(0, 40)}" as its list of fields; put it at the end of the command.`,
        ]
      : []
  })
}
