import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { argumentOf } from '../../given.ts'
import { walletFacts, walletRow } from '../view.ts'

/** `fiq wallet show` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const wallet = await money.wallets.find(argumentOf(given, 'name') || undefined)
  const { current } = await money.wallets.list()
  const value = walletRow(wallet, current, await money.wallets.unlockedUntil(wallet))
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
