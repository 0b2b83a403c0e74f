import type { CliContext } from '../../../compose/context.ts'
import { walletRow, walletTable } from '../view.ts'

/** `fiq wallet list` */
export async function run({ money, output, now }: CliContext): Promise<void> {
  const { current, wallets } = await money.wallets.list()
  const value = await Promise.all(
    wallets.map(async (wallet) =>
      walletRow(wallet, current, await money.wallets.unlockedUntil(wallet)),
    ),
  )
  output.print({ value, view: (screen) => walletTable(value, now(), screen) })
}
