import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { walletRow, walletTable } from '../view.ts'

/** `fiq wallet lock` */
export async function run(
  { money, output, now }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const locked = await money.wallets.lock(argumentOf(args, 'name') || undefined)
  const { current } = await money.wallets.list()
  const value = locked.map((wallet) => walletRow(wallet, current))
  output.print({
    value,
    view: (screen) =>
      value.length === 0 ? 'No wallet was unlocked.' : walletTable(value, now(), screen),
  })
}
