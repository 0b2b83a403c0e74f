import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { formatCountInFull } from '../../command-line/views/columns.ts'
import { pendingText } from '../../command-line/views/pending-text.ts'
import type { CliContext } from '../../compose/context.ts'
import { textIn } from '../../query/rows.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** `fiq credits`: prints `GET /api/v1/credits`. */
export async function run({ callWithKey, output }: CliContext): Promise<void> {
  const balance = await callWithKey('/api/v1/credits')
  if (!isObject(balance) || typeof balance['credits'] !== 'number')
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not a balance.')
  const value = { creditsPending: 0, ...balance }
  const { organisation, plan, credits, prepaid } = balance
  const facts: [string, string][] = [
    ['credits', formatCountInFull(credits)],
    ['pending', pendingText(value['creditsPending'])],
    ['prepaid', isNumber(prepaid) ? formatCountInFull(prepaid) : ''],
    ['organisation', isObject(organisation) ? textIn(organisation, 'name') : ''],
    ['plan', isObject(plan) ? textIn(plan, 'name') : ''],
  ]
  const known = facts.filter(([, text]) => text !== '')
  output.print({ value, view: factsView(known) })
}
