import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { optionOf } from '../../given.ts'
import { placeOf, walletFacts, walletRow } from '../view.ts'

/** `fiq wallet create` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const name = given.arguments['name']?.[0] ?? 'main'
  const made = await money.wallets.create(name, placeOf(optionOf(given, 'store')))
  const { current } = await money.wallets.list()
  const value = walletRow(made, current)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
  if (value.store === 'file')
    output.note('There is no way to open the wallet without its passphrase. Keep it safe.')
  output.note('Next: fiq wallet fund')
}
