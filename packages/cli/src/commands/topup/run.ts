import { FiqError } from '@fiq/shared/errors'
import { parseUsdc } from '@fiq/shared/money/usdc'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/given.ts'
import { paidLine } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { isRow, textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'

/** `fiq topup`: credits for money, through the same path as every payment. */
export async function run({ topUp, output }: CliContext, given: Given): Promise<void> {
  const amount = parseUsdc(argumentOf(given, 'usdc'))
  const { answer: value, payment } = await topUp(amount)
  if (!isRow(value) || typeof value['credits'] !== 'number')
    throw new FiqError('SERVER_ERROR', 'The server took the payment and named no credits.', {
      funds: 'spent',
      remedy: 'fiq credits shows the balance, fiq payments list the payment.',
    })
  const { organisation } = value
  output.print({
    value,
    view: (screen) =>
      renderFacts(
        [
          ['bought', `${value['credits']} credits`],
          ['left', textIn(value, 'creditsLeft')],
          ['organisation', isRow(organisation) ? textIn(organisation, 'name') : ''],
        ],
        screen,
      ),
  })
  const paid = paidLine(payment)
  if (paid) output.note(paid)
}
