import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import { technicalsFacts } from '../../command-line/views/technicals-facts.ts'
import type { CliContext } from '../../compose/context.ts'
import { isNothing, isRow, textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import { paint } from '../../terminal/format/paint.ts'

/** Indicators, each with the newest bar it is computed to. */
export const technicalsDocument =
  'query ($ticker: String!, $range: String, $interval: String) { entityByTicker(ticker: $ticker) { name ticker technicals(range: $range, interval: $interval) { rsi { value date reason } macd { macd signal histogram date reason } bollinger { upper middle lower date reason } ema { value date reason } sma { value date reason } atr { value date reason } vwma { value date reason } mfi { value date reason } } } }'

export async function run(context: CliContext, given: Given): Promise<void> {
  const ticker = upperCased(argumentOf(given, 'ticker'))
  if (ticker === '') throw new FiqError('USAGE', 'The ticker is empty.')
  const range = optionOf(given, 'range') ?? '1y'
  const interval = optionOf(given, 'interval') ?? '1d'
  const answer = await context.query({
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
