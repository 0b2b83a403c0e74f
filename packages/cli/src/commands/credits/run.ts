import { FiqError } from '@fiq/shared/errors'
import { pendingText } from '../../command-line/views/pending-text.ts'
import type { CliContext } from '../../compose/context.ts'
import { isRow, textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'

/** `fiq credits`: prints `GET /api/v1/credits`. */
export async function run({ callWithKey, output }: CliContext): Promise<void> {
  const given = await callWithKey('/api/v1/credits')
  if (!isRow(given) || typeof given['credits'] !== 'number')
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not a balance.')
  const value = { creditsPending: 0, ...given }
  const { organisation, plan, credits } = given
  const facts: [string, string][] = [
    ['credits', String(credits)],
    ['pending', pendingText(value['creditsPending'])],
    ['prepaid', textIn(given, 'prepaid')],
    ['organisation', isRow(organisation) ? textIn(organisation, 'name') : ''],
    ['plan', isRow(plan) ? textIn(plan, 'name') : ''],
  ]
  const known = facts.filter(([, text]) => text !== '')
  output.print({ value, view: (screen) => renderFacts(known, screen) })
}
