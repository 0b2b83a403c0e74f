import type { Given } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { paymentRow, paymentTable } from '../view.ts'

/** `fiq payments list` */
export async function run({ money, output, now }: CliContext, given: Given): Promise<void> {
  const count = integerOf(given, 'limit', { min: 1, max: 10_000 }) ?? 20
  const value = (await money.payments.list(count)).map(paymentRow)
  output.print({ value, view: (screen) => paymentTable(value, now(), screen) })
  if (value.length < count) return
  const held = await money.payments.count()
  if (held > value.length) output.note(`Shown: ${value.length} of ${held}. --limit shows more.`)
}
