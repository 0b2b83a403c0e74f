import { errorTable, FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { CommanderError } from 'commander'
import type { Declaration } from './declaration.ts'

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

/** Commands, each with the words under which users of other tools look for it. */
export const wordsOf: Readonly<Record<string, string>> = {
  'fiq quote AAPL': 'stock stocks ticker etf index',
  'fiq quote BTC-USD': 'crypto coin bitcoin btc',
  'fiq quote EURUSD=X': 'fx forex currency exchange',
  'fiq history AAPL --range 6mo': 'chart charts candles bars ohlc prices intraday',
  'fiq technicals AAPL': 'indicators indicator rsi macd bollinger sma ema ta',
  'fiq search apple': 'find lookup symbol symbols isin cik',
  'fiq entity AAPL': 'company info overview fundamentals about',
  'fiq entity AAPL --with financials':
    'financials statements income balance-sheet cashflow revenue',
  'fiq entity AAPL --with news': 'news headlines',
  'fiq entity AAPL --with filings': 'filings filing sec edgar 10-k 10-q 8-k',
  'fiq entity AAPL --with insiderTrades': 'insiders insider insider-trades insidertrades form4',
  'fiq entity AAPL --with executives': 'executives officers management ceo',
  'fiq entity AAPL --with topHolders': 'holders owners ownership topholders',
  'fiq entity AAPL --with derivatives.options': 'options option puts calls derivatives',
  'fiq entity AAPL --with analyst': 'analyst analysts estimates target targets',
  'fiq entity AAPL --with litigation': 'litigation lawsuits court',
  'fiq entity AAPL --with research': 'research papers',
  'fiq entity AAPL --with predictions': 'predictions polymarket',
  'fiq calendar AAPL': 'earnings dividends dividend splits split events',
  'fiq holdings berkshire': '13f funds institutions',
  'fiq screen --universe day-gainers': 'screener filter filters gainers losers movers',
  'fiq sanctions "NAME"': 'ofac sanction kyc screening',
  'fiq inflation USA': 'cpi',
  'fiq rates USA': 'rate fed fedfunds interest ecb sofr',
  'fiq series DGS10': 'treasury yields yield fred macro unemployment jobs',
  'fiq multiples shiller-pe': 'valuation pe cape',
  'fiq short-interest AAPL': 'short shorts',
  'fiq list': 'portfolio watchlist watchlists lots',
  'fiq payments list': 'receipts receipt spent',
  'fiq wallet balance': 'balance fund',
  'fiq wallet --help': 'key address account unlock lock',
  'fiq budget --help': 'limit limits cap',
  'fiq query --help': 'graphql gql api',
  'fiq mcp install --help': 'install agent claude cursor',
  'fiq up': 'start serve server run',
  'fiq down': 'stop kill',
  'fiq setup': 'init configure settings',
  'fiq login': 'auth signin sign-in',
}

const commandOf = new Map(
  Object.entries(wordsOf).flatMap(([command, words]) =>
    words.split(' ').map((word) => [word, command] as const),
  ),
)

/** The command that answers a word which is not one, e.g. `fiq inflation USA` for `cpi`. */
export function commandFor(word: string): string | undefined {
  return commandOf.get(word.toLowerCase())
}
