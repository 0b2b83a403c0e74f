import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import type { Given } from './declaration.ts'
import { argumentsOf } from './given.ts'
import { upperCased } from './upper-cased.ts'

/**
 * The tickers of a command, each once, in their order. Commas and spaces both separate them.
 *
 * @example tickersOf({ arguments: { tickers: ['aapl,MSFT', '^gspc'] }, options: {} })
 */
export function tickersOf(given: Given): string[] {
  const words = argumentsOf(given, 'tickers').flatMap((word) => word.split(/[\s,]+/))
  return distinctTickers(words.map(upperCased).filter((ticker) => ticker !== ''))
}
