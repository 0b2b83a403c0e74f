import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { playWarning } from '../view.ts'

/** `fiq wallet export`: prints the keystore in the form of its file. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const name = argumentOf(args, 'name') || undefined
  const { isPlay } = await money.wallets.find(name)
  output.text(await money.wallets.exportKeystore(name))
  if (isPlay) output.warn(playWarning)
  output.note(
    'The keystore is encrypted: it opens only with its passphrase. fiq wallet import imports it again.',
  )
}
