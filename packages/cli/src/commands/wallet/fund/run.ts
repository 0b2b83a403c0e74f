import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import * as z from 'zod/mini'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'
import { playWarning } from '../view.ts'

/**
 * `fiq wallet fund`: uses the faucet if the server runs a devnet; otherwise shows where to send
 * USDC.
 */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { money, output } = context
  const amount = parseUsdc(optionOf(args, 'amount') ?? '10')
  const wallet = await money.wallets.find(argumentOf(args, 'name') || undefined)
  const { address } = wallet
  const doubt = await money.wallets.refuseFunded(wallet)
  if (doubt !== undefined) output.warn(doubt)
  const faucet = await faucetOf(context)
  if (faucet === undefined) {
    if (wallet.isPlay) throw notForRealMoney(wallet.name)
    return showLink(output, address, amount)
  }
  const answer = z.safeParse(
    fundedSchema,
    await context.callFree(faucet, { address, amount: formatUsdc(amount) }),
  )
  if (!answer.success)
    throw new FiqError('SERVER_ERROR', 'The answer of the faucet cannot be read.')
  const { balance, transaction } = answer.data
  const { isPlay: play = false } = wallet
  const value = { address, amount: formatUsdc(amount), balance, transaction, play }
  output.print({
    value,
    view: factsView([
      ['address', address],
      ['received', `${value.amount} USDC of the devnet: play money`],
      ['balance', `${balance} USDC`],
      ['money', play ? playWarning : undefined],
    ]),
  })
}

/**
 * The refusal for real money. Shows no address, link or QR code, because only an unencrypted file
 * would protect money sent there.
 */
function notForRealMoney(name: string): FiqError {
  return new FiqError(
    'CONFIGURATION_INVALID',
    `"${name}" is a play wallet, and this server has no faucet.`,
    {
      facts: ['Its key is stored in plain text, so its address is not shown for real USDC.'],
      remedy: 'Fund a real wallet: fiq wallet create, then fiq wallet fund main.',
    },
  )
}

/**
 * An EIP-681 link, which opens a phone's wallet to send USDC on Base.
 *
 * @param amount - Atomic units.
 */
export function paymentLink(address: string, amount: bigint): string {
  const { asset, chainId } = usdcOnBase
  return `ethereum:${asset}@${chainId}/transfer?address=${address}&uint256=${amount}`
}

const serviceSchema = z.object({ devnet: z.boolean(), faucet: z.nullable(z.string()) })
const decimal = z.string().check(z.regex(/^\d{1,15}(\.\d{1,6})?$/))
const fundedSchema = z.object({
  balance: decimal,
  transaction: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
})

/** The faucet, as a path of the server, never another address. */
async function faucetOf(context: CliContext): Promise<string | undefined> {
  const service = z.safeParse(serviceSchema, await context.callFree('/api/v1/service'))
  if (!service.success || !service.data.devnet) return undefined
  const { faucet } = service.data
  return faucet !== null && /^\/[a-z0-9/-]{1,64}$/.test(faucet) ? faucet : undefined
}

async function showLink(
  output: CliContext['output'],
  address: string,
  amount: bigint,
): Promise<void> {
  const link = paymentLink(address, amount)
  const value = { address, amount: formatUsdc(amount), link, play: false }
  const code = output.format === 'text' ? await qrCode(link, output.screen.columns) : []
  output.print({
    value,
    view: (screen) => {
      const facts = factsView([
        ['send', `USDC on Base (${usdcOnBase.network}), no other token or chain`],
        ['to', address],
        ['link', link],
      ])(screen)
      return [...code, facts].join('\n')
    },
  })
  output.note('Keep only as much in it as you would carry in cash.')
}

/** The lines of a QR code, two rows in each; empty if the terminal is too narrow. */
async function qrCode(text: string, columns: number): Promise<readonly string[]> {
  const { renderUnicodeCompact } = await import('uqr')
  // Draw the light modules: scanners expect dark on light, and most terminals are dark.
  const lines = renderUnicodeCompact(text, { ecc: 'L', border: 2 }).split('\n')
  return (lines[0]?.length ?? 0) <= columns ? lines : []
}
