import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { pendingText } from '../../command-line/views/pending-text.ts'
import type { CliContext } from '../../compose/context.ts'
import { textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'

/** `fiq credits`: prints `GET /api/v1/credits`. */
export async function run({ callWithKey, output }: CliContext): Promise<void> {
  const balance = await callWithKey('/api/v1/credits')
  if (!isObject(balance) || typeof balance['credits'] !== 'number')
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not a balance.')
  const value = { creditsPending: 0, ...balance }
  const { organisation, plan, credits } = balance
  const facts: [string, string][] = [
    ['credits', String(credits)],
    ['pending', pendingText(value['creditsPending'])],
    ['prepaid', textIn(balance, 'prepaid')],
    ['organisation', isObject(organisation) ? textIn(organisation, 'name') : ''],
    ['plan', isObject(plan) ? textIn(plan, 'name') : ''],
  ]
  const known = facts.filter(([, text]) => text !== '')
  output.print({ value, view: (screen) => renderFacts(known, screen) })
}
