import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { argumentOf, flagOf } from '../../given.ts'

/** `fiq wallet remove` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const { name, address } = await money.wallets.remove(
    argumentOf(given, 'name'),
    flagOf(given, 'force'),
  )
  output.note(`Removed wallet ${name} (${address}).`)
  const { current, wallets } = await money.wallets.list()
  if (current === undefined && wallets.length > 0)
    output.note('No wallet pays now. Choose one: fiq wallet use <name>')
}
