import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'
import { usdcText } from '../../../terminal/format/usdc-text.ts'

/** Each limit with the name of its option in commander, and its words. */
const settable = [
  ['perPayment', 'perPayment', 'one payment'],
  ['perDay', 'perDay', '24 hours'],
  ['per30Days', 'per30Days', '30 days'],
  ['perSession', 'perSession', 'one session'],
  ['autoApprove', 'autoApprove', 'without asking'],
] as const

/** `fiq budget set`. @throws FiqError `USAGE` without an option, `INVALID_AMOUNT`. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const changes = Object.fromEntries(
    settable.flatMap(([limit, option]) => {
      const text = optionOf(args, option)
      return text === undefined ? [] : [[limit, parseUsdc(text)]]
    }),
  )
  if (Object.keys(changes).length === 0)
    throw new FiqError('USAGE', 'Name at least one limit, e.g. fiq budget set --per-day 1.')
  const limits = await money.budget.write(changes)
  const value = Object.fromEntries(settable.map(([limit]) => [limit, formatUsdc(limits[limit])]))
  output.print({
    value,
    view: factsView(settable.map(([limit, , words]) => [words, `${usdcText(limits[limit])} USDC`])),
  })
  if (limits.autoApprove > limits.perPayment)
    output.warn(
      'The limit for automatic approval is above the cap per payment. The cap still applies.',
    )
}
