import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { andNames } from '@fiq/shared/spelling/name-list'
import { answeredFields } from '../../command-line/areas/answered-fields.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf, integerOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { upperCased } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { isNothing } from '../../query/rows.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import { type Areas, areaNames, areasOf, entityDocument, namesAll } from './areas.ts'
import { entityView, tablesOf } from './view.ts'

/** Default number of rows in a list. They fit on a screen and cost one page. */
const listLength = 8

/** `fiq entity` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const ticker = upperCased(argumentOf(args, 'ticker'))
  if (ticker === '') throw new FiqError('USAGE', 'The ticker is empty.')
  const limit = integerOf(args, 'limit', { min: 1, max: 500 }) ?? listLength
  const areaList = optionOf(args, 'with')
  const isPart = context.settings.isPersonal && namesAll(areaList)
  const isAnswered = isPart ? await answeredFields(context) : undefined
  const areas = areasOf(areaList, ticker, limit, isAnswered)
  if (isPart) noteLeftOut(context, Object.keys(areasOf(areaList, ticker, limit)), areas)
  const answer = await context.query({
    query: entityDocument(Object.values(areas)),
    variables: { ticker },
    label: `entity ${ticker} with ${areaList ?? Object.keys(areas).join(', ')}`,
  })
  const value = answer.data?.['entityByTicker']
  if (isNothing(value) && answer.errors.length === 0)
    throw new FiqError('NOT_FOUND', `No entity has the ticker "${ticker.slice(0, 32)}".`)
  const entity = isObject(value) ? value : {}
  const clock = { now: context.now(), isUtc: context.output.screen.isUtc === true }
  const isBrief = areaList === undefined
  present(context, answer, {
    value,
    tables: tablesOf(entity, clock),
    ...defined({
      more:
        isBrief && context.output.format === 'text'
          ? await otherAreas(context, ticker, limit)
          : undefined,
    }),
    view: (screen) => entityView(entity, screen, { clock, isBrief }),
  })
}

/** Own servers often lack a source, and one unanswered area would refuse the whole query. */
function noteLeftOut({ output }: CliContext, wanted: readonly string[], areas: Areas): void {
  const answered = Object.keys(areas)
  const leftOut = wanted.filter((name) => !answered.includes(name))
  if (leftOut.length > 0)
    output.note(
      `Without all of ${andNames(leftOut)}: your server has no source. fiq setup adds some.`,
    )
}

/** The other areas of an entity with their prices, computed locally. Sends nothing. */
async function otherAreas(context: CliContext, ticker: string, limit: number): Promise<string> {
  const all = Object.values(areasOf('all', ticker, limit))
  const operation = { query: entityDocument(all), variables: { ticker } }
  const { amount } = await context.estimate(operation)
  const cost = amount === 0n ? '' : `; all cost ${usdcText(amount)}`
  return `${areaNames.length} areas: --with insiderTrades,news${cost}`
}
