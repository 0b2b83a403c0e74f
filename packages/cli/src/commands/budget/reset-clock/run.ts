import type { Given } from '../../../command-line/declaration.ts'
import { flagOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { renderFacts } from '../../../terminal/format/facts.ts'

/** `fiq budget reset-clock` */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const { latest, now, moved } = await money.budget.resetClock(flagOf(given, 'force'))
  const value = {
    latest: new Date(latest).toISOString(),
    now: new Date(now).toISOString(),
    moved,
  }
  output.print({
    value,
    view: (screen) =>
      renderFacts(
        [
          ['was', value.latest],
          ['is', value.now],
          ['payments moved', String(moved)],
        ],
        screen,
      ),
  })
}
