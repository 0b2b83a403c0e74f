import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { barsWord } from '../../bars/bars-word.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { upperCased } from '../../command-line/tickers-of.ts'
import { headline } from '../../command-line/views/headline.ts'
import { present } from '../../command-line/views/present.ts'
import { technicalsLines } from '../../command-line/views/technicals-lines.ts'
import type { CliContext } from '../../compose/context.ts'
import { isNothing } from '../../query/rows.ts'

/** Indicators, each with the date of the newest bar in its computation. */
export const technicalsDocument =
  'query ($ticker: String!, $range: String, $interval: String) { technicals(ticker: $ticker, range: $range, interval: $interval) { rsi { value date reason } macd { macd signal histogram date reason } bollinger { upper middle lower date reason } ema { value date reason } sma { value date reason } atr { value date reason } vwma { value date reason } mfi { value date reason } } }'

/** `fiq technicals` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const ticker = upperCased(argumentOf(args, 'ticker'))
  if (ticker === '') throw new FiqError('USAGE', 'The ticker is empty.')
  const range = optionOf(args, 'range') ?? '1y'
  const interval = optionOf(args, 'interval') ?? '1d'
  const answer = await context.query({
    query: technicalsDocument,
    variables: { ticker, range, interval },
    label: `technicals ${ticker}`,
  })
  const value = answer.data?.['technicals']
  if (isNothing(value) && answer.errors.length === 0)
    throw new FiqError('NOT_FOUND', `There are no indicators of "${ticker.slice(0, 32)}".`)
  const title = `${ticker}   ${range} of ${barsWord(interval)} bars`
  present(context, answer, {
    value,
    view: (screen) =>
      [
        headline(title, screen),
        ...(isObject(value) ? technicalsLines(value, screen) : ['No indicators.']),
      ].join('\n'),
  })
}
