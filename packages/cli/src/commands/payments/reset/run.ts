import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { flagOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'

/** `fiq payments reset` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { movedTo, payments, isFromChain } = await money.payments.reset({
    isSure: flagOf(args, 'force'),
    withoutChain: flagOf(args, 'withoutChain'),
  })
  const spent = formatUsdc(payments.reduce((sum, { amount }) => sum + amount, 0n))
  const chain = isFromChain ? 'read' : 'not read'
  output.print({
    value: { movedTo: movedTo ?? null, chain, payments: payments.length, spent },
    view: factsView([
      ['old journal', movedTo ?? 'there was no file'],
      ['chain', chain],
      ['payments stored', String(payments.length)],
      ['spent in 30 days', `${spent} USDC`],
    ]),
  })
}
