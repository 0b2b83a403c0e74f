import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { placeOf, walletFacts, walletRow } from '../view.ts'

/** `fiq wallet import` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { money, output } = context
  const name = args.arguments['name']?.[0] ?? 'main'
  const place = placeOf(optionOf(args, 'store'))
  const text = await context.readText(optionOf(args, 'from') ?? '-')
  const wallet = await money.wallets.importText(text, { name, place })
  const { current } = await money.wallets.list()
  const value = walletRow(wallet, current)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
