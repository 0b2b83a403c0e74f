import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { walletFacts, walletRow } from '../view.ts'

/** `fiq wallet show` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const wallet = await money.wallets.find(argumentOf(args, 'name') || undefined)
  const { current } = await money.wallets.list()
  const value = walletRow(wallet, current, await money.wallets.unlockedUntil(wallet))
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
