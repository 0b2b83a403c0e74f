import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf, flagOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'

/** `fiq wallet remove` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { name, address } = await money.wallets.remove(
    argumentOf(args, 'name'),
    flagOf(args, 'force'),
  )
  output.note(`Removed wallet ${name} (${address}).`)
  const { current, wallets } = await money.wallets.list()
  if (current === undefined && wallets.length > 0)
    output.note('No wallet is selected to pay now. Select one: fiq wallet use <name>')
}
