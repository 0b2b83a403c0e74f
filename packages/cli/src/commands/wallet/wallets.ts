import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf, flagOf, optionOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import {
  placeOf,
  playWarning,
  type WalletRow,
  walletFacts,
  walletRow,
  walletTable,
} from './view.ts'

/** `fiq wallet list` */
export async function list({ money, output, now }: CliContext): Promise<void> {
  const { current, wallets } = await money.wallets.list()
  const value = await Promise.all(
    wallets.map(async (wallet) =>
      walletRow(wallet, current, await money.wallets.unlockedUntil(wallet)),
    ),
  )
  output.print({ value, view: (screen) => walletTable(value, now(), screen) })
}

/** `fiq wallet show` */
export async function show({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const wallet = await money.wallets.find(argumentOf(args, 'name') || undefined)
  const { current } = await money.wallets.list()
  printWallet(output, walletRow(wallet, current, await money.wallets.unlockedUntil(wallet)))
}

/** `fiq wallet use` */
export async function use({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const wallet = await money.wallets.use(argumentOf(args, 'name'))
  printWallet(output, walletRow(wallet, wallet.name))
}

/** `fiq wallet import` */
export async function importWallet(context: CliContext, args: ParsedArguments): Promise<void> {
  const { money, output, readText } = context
  const name = args.arguments['name']?.[0] ?? 'main'
  const place = placeOf(optionOf(args, 'store'))
  const text = await readText(optionOf(args, 'from') ?? '-')
  const wallet = await money.wallets.importText(text, { name, place })
  const { current } = await money.wallets.list()
  printWallet(output, walletRow(wallet, current))
}

/** `fiq wallet export`: prints the keystore in the form of its file. */
export async function exportWallet(
  { money, output }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const name = argumentOf(args, 'name') || undefined
  const { isPlay } = await money.wallets.find(name)
  output.text(await money.wallets.exportKeystore(name))
  if (isPlay) output.warn(playWarning)
  output.note(
    'The keystore is encrypted: it opens only with its passphrase. fiq wallet import imports it again.',
  )
}

/** `fiq wallet lock` */
export async function lock(
  { money, output, now }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const locked = await money.wallets.lock(argumentOf(args, 'name') || undefined)
  const { current } = await money.wallets.list()
  const value = locked.map((wallet) => walletRow(wallet, current))
  output.print({
    value,
    view: (screen) =>
      value.length === 0 ? 'No wallet was unlocked.' : walletTable(value, now(), screen),
  })
}

/** `fiq wallet remove` */
export async function remove({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { name, address } = await money.wallets.remove(
    argumentOf(args, 'name'),
    flagOf(args, 'force'),
  )
  output.note(`Removed wallet ${name} (${address}).`)
  const { current, wallets } = await money.wallets.list()
  if (current === undefined && wallets.length > 0)
    output.note('No wallet is selected to pay now. Select one: fiq wallet use <name>')
}

function printWallet(output: CliContext['output'], value: WalletRow): void {
  output.print({ value, view: (screen) => walletFacts(value, screen) })
}
