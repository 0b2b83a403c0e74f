import type { PersonalServer } from '@fiq/shared/personal-server'
import type { CliContext } from '../compose/context.ts'
import { isWeeksOld, reportOf, serverValue, weeksOld } from '../personal/report.ts'
import { renderFacts } from '../terminal/format/facts.ts'

/** Prints the areas that a server can answer. */
export async function showServer(context: CliContext, server: PersonalServer): Promise<void> {
  const { output } = context
  const areas = await (await context.personal()).areas(server)
  output.print({
    value: serverValue(server, areas),
    view: (screen) => renderFacts(reportOf(server, areas), screen),
  })
  if (isWeeksOld(areas)) output.note(weeksOld)
}
