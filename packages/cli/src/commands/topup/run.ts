import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { parseUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import { formatCountInFull } from '../../command-line/views/columns.ts'
import { pendingText } from '../../command-line/views/pending-text.ts'
import { paidLine } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { aboutPayment } from '../../query/read-answer.ts'
import { textIn } from '../../query/rows.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** `fiq topup`: buys credits, through the same path as every payment. */
export async function run({ topUp, output }: CliContext, args: ParsedArguments): Promise<void> {
  const amount = parseUsdc(argumentOf(args, 'usdc'))
  const { answer, payment } = await topUp(amount)
  if (!isObject(answer) || typeof answer['credits'] !== 'number')
    throw aboutPayment(
      new FiqError('SERVER_ERROR', 'The answer of the server does not report the credits.', {
        remedy: 'fiq credits shows the balance, fiq payments list the payment.',
      }),
      payment,
    )
  const value = { creditsPending: 0, ...answer }
  const { organisation, creditsLeft } = answer
  const facts: [string, string][] = [
    ['bought', `${formatCountInFull(answer['credits'])} credits`],
    ['left', isNumber(creditsLeft) ? formatCountInFull(creditsLeft) : ''],
    ['pending', pendingText(value.creditsPending)],
    ['organisation', isObject(organisation) ? textIn(organisation, 'name') : ''],
  ]
  const known = facts.filter(([, text]) => text !== '')
  output.print({ value, view: factsView(known) })
  const paid = paidLine(payment)
  if (paid) output.foot('cost', paid)
}
