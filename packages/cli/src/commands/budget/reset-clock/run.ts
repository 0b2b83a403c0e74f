import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { flagOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { factsView } from '../../../terminal/format/facts.ts'

/** `fiq budget reset-clock` */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { latest, now, moved } = await money.budget.resetClock(flagOf(args, 'force'))
  const value = {
    latest: new Date(latest).toISOString(),
    now: new Date(now).toISOString(),
    moved,
  }
  output.print({
    value,
    view: factsView([
      ['was', value.latest],
      ['is', value.now],
      ['payments moved', String(moved)],
    ]),
  })
}
