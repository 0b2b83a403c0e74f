import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { flagOf } from '../../../command-line/parsed-arguments.ts'
import { utcWords } from '../../../command-line/views/utc-words.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'

/** `fiq payments payee [--forget]` */
export async function run(
  { money, output, settings }: CliContext,
  args: ParsedArguments,
): Promise<void> {
  const pinned = await money.payments.payee()
  if (!pinned)
    throw new FiqError('NOT_FOUND', 'This server has not been paid yet.', {
      facts: [`Server: ${settings.url}`],
      remedy: 'fiq stores the payee with the first payment.',
    })
  if (flagOf(args, 'forget')) await money.payments.forgetPayee()
  const value = {
    server: settings.url,
    payTo: pinned.payTo,
    since: new Date(pinned.since).toISOString(),
  }
  output.print({
    value,
    view: factsView([
      ['server', value.server],
      ['pay to', value.payTo],
      ['since', utcWords(value.since)],
    ]),
  })
  if (flagOf(args, 'forget')) output.note('Forgotten: the next payment is treated as the first.')
}
