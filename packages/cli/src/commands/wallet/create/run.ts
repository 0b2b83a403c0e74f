import { FiqError } from '@fiq/shared/errors'
import type { Given } from '../../../command-line/declaration.ts'
import { flagOf, optionOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { placeOf, walletFacts, walletRow } from '../view.ts'

/** `fiq wallet create` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const isPlay = flagOf(given, 'play')
  const name = given.arguments['name']?.[0] ?? (isPlay ? 'play' : 'main')
  const made = await money.wallets.create(name, placeFor(isPlay, optionOf(given, 'store')))
  const { current } = await money.wallets.list()
  const value = walletRow(made, current)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
  if (value.store === 'file')
    output.note('There is no way to open the wallet without its passphrase. Keep it safe.')
  if (value.play && !value.pays) output.note(`It pays with: fiq wallet use ${value.name}`)
  output.note(`Next: fiq wallet fund${value.pays ? '' : ` ${value.name}`}`)
}

/** @throws FiqError `USAGE`: the key of a play wallet rests in one place. */
function placeFor(isPlay: boolean, store: string | undefined) {
  if (!isPlay) return placeOf(store)
  if (store === undefined) return 'play'
  throw new FiqError('USAGE', 'A play wallet has no --store: its key rests in a plain file.')
}
