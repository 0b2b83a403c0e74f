import { FiqError } from '@fiq/shared/errors'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf, integerOf, optionOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { isNothing, isRow } from '../../query/rows.ts'
import { areasOf, entityDocument } from './areas.ts'
import { entityView } from './view.ts'

/** Rows of a list when no other length is asked for: a screenful, and one page of the price. */
const listLength = 8

export async function run(context: CliContext, given: Given): Promise<void> {
  const ticker = upperCased(argumentOf(given, 'ticker'))
  if (ticker === '') throw new FiqError('USAGE', 'The ticker is empty.')
  const limit = integerOf(given, 'limit', { min: 1, max: 500 }) ?? listLength
  const wanted = optionOf(given, 'with')
  const areas = areasOf(wanted, ticker, limit)
  const answer = await context.query({
    query: entityDocument(Object.values(areas)),
    variables: { ticker },
    label: `entity ${ticker} with ${wanted ?? Object.keys(areas).join(', ')}`,
  })
  const value = answer.data?.['entityByTicker']
  if (isNothing(value) && answer.errors.length === 0)
    throw new FiqError('NOT_FOUND', `No entity has the ticker "${ticker.slice(0, 32)}".`)
  const entity = isRow(value) ? value : {}
  present(context, answer, { value, view: (screen) => entityView(entity, screen) })
}
