import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../context.ts'
import { renderFacts } from '../../../terminal/facts.ts'
import type { Given } from '../../declaration.ts'
import { argumentOf } from '../../given.ts'

/** `fiq wallet balance`: a balance that is not known is `null`, never 0. */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const { name, address } = await money.wallets.find(argumentOf(given, 'name') || undefined)
  const { balance, reason } = await askBalance(money, address)
  const value = { name, address, balance, known: balance !== null }
  output.print({
    value,
    view: (screen) =>
      renderFacts(
        [
          ['wallet', name],
          ['address', address],
          ['balance', balance === null ? 'unknown' : `${balance} USDC`],
        ],
        screen,
      ),
  })
  if (reason !== undefined) output.warn(`The balance is not known. ${reason}`)
}

async function askBalance(
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
