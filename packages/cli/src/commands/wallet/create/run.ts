import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { flagOf, optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { placeOf, walletFacts, walletRow } from '../view.ts'

/** `fiq wallet create` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const isPlay = flagOf(args, 'play')
  const name = args.arguments['name']?.[0] ?? (isPlay ? 'play' : 'main')
  const made = await money.wallets.create(name, placeFor(isPlay, optionOf(args, 'store')))
  const { current } = await money.wallets.list()
  const value = walletRow(made, current)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
  if (value.store === 'file')
    output.note('Without its passphrase the wallet cannot be opened. Keep the passphrase safe.')
  if (value.play && !value.pays) output.note(`To pay with it: fiq wallet use ${value.name}`)
  output.note(`Next: fiq wallet fund${value.pays ? '' : ` ${value.name}`}`)
}

/** @throws FiqError `USAGE`: the key of a play wallet can only be stored in one place. */
function placeFor(isPlay: boolean, store: string | undefined) {
  if (!isPlay) return placeOf(store)
  if (store === undefined) return 'play'
  throw new FiqError(
    'USAGE',
    '--store cannot be used with --play: the key of a play wallet is stored in a plain file.',
  )
}
