import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { CliContext } from '../../context.ts'
import { renderFacts } from '../../terminal/facts.ts'
import { paint } from '../../terminal/paint.ts'
import type { Given } from '../declaration.ts'
import { technicalsFacts } from '../entity/technicals-facts.ts'
import { argumentOf, optionOf } from '../given.ts'
import { present } from '../present.ts'
import { isNothing, isRow, textIn } from '../rows.ts'
import { upperCased } from '../upper-cased.ts'

/** Indicators, each with the newest bar it is computed to. */
export const technicalsDocument =
  'query ($ticker: String!, $range: String, $interval: String) { entityByTicker(ticker: $ticker) { name ticker technicals(range: $range, interval: $interval) { rsi { value date reason } macd { macd signal histogram date reason } bollinger { upper middle lower date reason } ema { value date reason } sma { value date reason } atr { value date reason } vwma { value date reason } mfi { value date reason } } } }'

export async function run(context: CliContext, given: Given): Promise<void> {
  const ticker = upperCased(argumentOf(given, 'ticker'))
  if (ticker === '') throw new FiqError('USAGE', 'The ticker is empty.')
  const range = optionOf(given, 'range') ?? '1y'
  const interval = optionOf(given, 'interval') ?? '1d'
  const answer = await context.ask({
    query: technicalsDocument,
    variables: { ticker, range, interval },
    label: `technicals ${ticker}`,
  })
  const entity = answer.data?.['entityByTicker']
  if (isNothing(entity) && answer.errors.length === 0)
    throw new FiqError('NOT_FOUND', `No entity has the ticker "${ticker.slice(0, 32)}".`)
  const row = isRow(entity) ? entity : {}
  const value = row['technicals']
  const title = `${sanitise(`${textIn(row, 'name')} (${textIn(row, 'ticker')})`)}, ${range} of ${interval} bars`
  present(context, answer, {
    value,
    view: (screen) =>
      [
        paint(title, 'bold', screen.colour),
        renderFacts(isRow(value) ? technicalsFacts(value) : [], screen),
      ].join('\n'),
  })
}
