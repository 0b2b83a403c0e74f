import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { argumentOf } from '../../given.ts'

/** `fiq wallet export`: the keystore as it stands in a file, on standard output. */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  output.text(await money.wallets.exportKeystore(argumentOf(given, 'name') || undefined))
  output.note('Encrypted: it opens with its passphrase only. fiq wallet import reads it back.')
}
