import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { paymentDetail, paymentFacts } from '../view.ts'

/** `fiq payments show <id>` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const value = paymentDetail(await money.payments.find(argumentOf(given, 'id')))
  output.print({ value, view: (screen) => paymentFacts(value, screen) })
}
