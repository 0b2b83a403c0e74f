import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { paymentDetail, paymentTable } from '../view.ts'

const dayMs = 86_400_000

/** `fiq payments export`: payments with receipts, for bookkeeping. */
export async function run(
  { money, output, now }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const since = dayOf(args, 'since') ?? 0
  const until = dayOf(args, 'until')
  const purchases = await money.payments.between(
    since,
    until === undefined ? Number.MAX_SAFE_INTEGER : until + dayMs,
  )
  const details = purchases.map(paymentDetail)
  const value = details.map(({ rows, url, ...detail }) => ({
    ...detail,
    currency: 'USDC',
    network: usdcOnBase.network,
    server: new URL(url).origin,
    credits: rows.reduce((sum, { credits }) => sum + credits, 0),
  }))
  output.print({ value, view: (screen) => paymentTable(details, now(), screen) })
}

/** Unix milliseconds of the start of a day, UTC. @throws FiqError `USAGE` */
function dayOf(args: ParsedArguments, name: string): number | undefined {
  const text = optionOf(args, name)
  if (text === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at
  throw new FiqError('USAGE', `--${name} must be a day such as 2026-01-31.`, {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}
