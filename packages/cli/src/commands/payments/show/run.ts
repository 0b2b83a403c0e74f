import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { paymentDetail, paymentFacts } from '../view.ts'

/** `fiq payments show <id>` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const value = paymentDetail(await money.payments.find(argumentOf(args, 'id')))
  output.print({ value, view: (screen) => paymentFacts(value, screen) })
}
