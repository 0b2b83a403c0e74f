import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import type { Lists } from '../lists/open-lists.ts'
import type { ParsedArguments } from './declaration.ts'
import { argumentsOf } from './parsed-arguments.ts'

/**
 * The distinct tickers of a command, in order, separated by commas, semicolons, bars or spaces.
 * `@name` is replaced by the tickers of a list.
 *
 * @throws FiqError Like {@link Lists.read}.
 * @example tickersOf({ arguments: { tickers: ['aapl,MSFT', '@tech'] }, options: {} }, lists)
 */
export function tickersOf(args: ParsedArguments, lists: Pick<Lists, 'read'>): string[] {
  return tickersWithLists(args, lists).tickers
}

/** {@link tickersOf}, with the list that each ticker comes from. */
export function tickersWithLists(
  args: ParsedArguments,
  lists: Pick<Lists, 'read'>,
): { tickers: string[]; listOf: ReadonlyMap<string, string> } {
  const words = argumentsOf(args, 'tickers').flatMap((word) => word.split(/[\s,;|]+/))
  const listOf = new Map<string, string>()
  const named = words
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (!word.startsWith('@')) return [upperCased(word)]
      const { name, tickers } = lists.read(word.slice(1))
      for (const ticker of tickers) if (!listOf.has(ticker)) listOf.set(ticker, name)
      return tickers
    })
  return { tickers: distinctTickers(named), listOf }
}

/** A ticker or country code in upper case, without spaces and invisible characters from pasting. */
export function upperCased(word: string): string {
  return word
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase()
}
