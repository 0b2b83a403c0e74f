import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { walletFacts, walletRow } from '../view.ts'

/** `fiq wallet unlock` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const forMs = durationOf(optionOf(args, 'for') ?? '8h')
  const { wallet, until } = await money.wallets.unlock(argumentOf(args, 'name') || undefined, forMs)
  const { current } = await money.wallets.list()
  const value = walletRow(wallet, current, until)
  output.print({ value, view: (screen) => walletFacts(value, screen) })
  output.note(
    'fiq signs purchases within the budget without the passphrase. To end this: fiq wallet lock.',
  )
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `8h`, `2d` in milliseconds. @throws FiqError `USAGE` */
export function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const unitMs = unitsMs[unit]
  if (count !== undefined && unitMs !== undefined) return Number(count) * unitMs
  throw new FiqError(
    'USAGE',
    '--for must be a time from 1 minute to 7 days, such as 30m, 8h or 2d.',
    { facts: [`Given: ${text.slice(0, 40)}`] },
  )
}
