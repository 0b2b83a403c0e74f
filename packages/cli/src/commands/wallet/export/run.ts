import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { playWarning } from '../view.ts'

/** `fiq wallet export`: the keystore as stored in its file, on standard output. */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const name = argumentOf(given, 'name') || undefined
  const { isPlay } = await money.wallets.find(name)
  output.text(await money.wallets.exportKeystore(name))
  if (isPlay) output.warn(playWarning)
  output.note('Encrypted: it opens with its passphrase only. fiq wallet import reads it back.')
}
