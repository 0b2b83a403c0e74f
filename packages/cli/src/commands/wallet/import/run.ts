import type { Given } from '../../../command-line/declaration.ts'
import { optionOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { placeOf, walletFacts, walletRow } from '../view.ts'

/** `fiq wallet import` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { money, output } = context
  const name = given.arguments['name']?.[0] ?? 'main'
  const place = placeOf(optionOf(given, 'store'))
  const text = await context.readText(optionOf(given, 'from') ?? '-')
  const taken = await money.wallets.importText(text, { name, place })
  const { current } = await money.wallets.list()
  const value = walletRow(taken, current)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
