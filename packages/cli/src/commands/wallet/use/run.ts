import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { walletFacts, walletRow } from '../view.ts'

/** `fiq wallet use` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const wallet = await money.wallets.use(argumentOf(args, 'name'))
  const value = walletRow(wallet, wallet.name)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
