import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { paymentRow, paymentTable } from '../view.ts'

/** `fiq payments list` */
export async function run(
  { money, output, now }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const count = integerOf(args, 'limit', { min: 1, max: 10_000 }) ?? 20
  const value = (await money.payments.list(count)).map(paymentRow)
  output.print({ value, view: (screen) => paymentTable(value, now(), screen) })
  if (value.length < count) return
  const total = await money.payments.count()
  if (total > value.length) output.note(`Shown: ${value.length} of ${total}. --limit shows more.`)
}
