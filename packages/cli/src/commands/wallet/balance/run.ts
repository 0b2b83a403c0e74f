import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'
import { playWarning } from '../view.ts'

/** `fiq wallet balance`: an unknown balance is `null`, never 0. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const wallet = await money.wallets.find(argumentOf(args, 'name') || undefined)
  const { name, address, isPlay: play = false } = wallet
  const { balance, reason } = await readBalance(money, address)
  const value = { name, address, balance, known: balance !== null, play }
  output.print({
    value,
    view: factsView([
      ['wallet', name],
      ['address', address],
      ['balance', balance === null ? 'unknown' : `${balance} USDC`],
      ['money', play ? playWarning : undefined],
    ]),
  })
  if (reason !== undefined) output.warn(`The balance is unknown. ${reason}`)
  for (const line of await warnings(money, wallet)) output.warn(line)
}

/**
 * Warns about a play wallet that holds real money. Does not refuse, because only the balance is
 * requested.
 */
async function warnings(
  money: CliContext['money'],
  wallet: Parameters<CliContext['money']['wallets']['refuseFunded']>[0],
): Promise<readonly string[]> {
  try {
    const doubt = await money.wallets.refuseFunded(wallet)
    return doubt === undefined ? [] : [doubt]
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return [error.message, ...error.facts, error.remedy]
  }
}

async function readBalance(
  money: CliContext['money'],
  address: `0x${string}`,
): Promise<{ balance: string | null; reason?: string }> {
  try {
    return { balance: formatUsdc(await money.wallets.balance(address)) }
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return { balance: null, reason: [error.message, ...error.facts].join(' ') }
  }
}
