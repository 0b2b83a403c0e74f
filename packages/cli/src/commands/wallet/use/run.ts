import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { walletFacts, walletRow } from '../view.ts'

/** `fiq wallet use` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const wallet = await money.wallets.use(argumentOf(given, 'name'))
  const value = walletRow(wallet, wallet.name)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
