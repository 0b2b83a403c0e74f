import type { PersonalServer } from '@fiq/shared/personal-server'
import type { CliContext } from '../compose/context.ts'
import {
  isWeeksOld,
  type Missing,
  missingIn,
  reportOf,
  serverValue,
  weeksOldNote,
} from '../personal/report.ts'
import { factsView } from '../terminal/format/facts.ts'
import { renderTable, type Table } from '../terminal/format/table.ts'

const missingTable: Table<Missing> = {
  columns: [
    { title: 'missing', width: 24, grows: true, cell: ({ areas }) => areas },
    { title: 'needs', width: 13, cell: ({ needs }) => needs },
    { title: 'get it with', width: 31, cell: ({ getWith }) => getWith },
  ],
}

/** Starts the process of the alerts that wait in the background, beside a server that has started. */
export async function startAlerts({ personal, output }: CliContext): Promise<void> {
  const { alerts } = await personal()
  if (alerts.start())
    output.note(`Alerts in the background: ${alerts.list().length}. fiq alert lists them.`)
}

/** Prints the areas that a server can answer. */
export async function showServer(context: CliContext, server: PersonalServer): Promise<void> {
  const { output } = context
  const personal = await context.personal()
  const areas = await personal.areas(server)
  const missing = missingIn(areas)
  const { logFile } = personal
  output.print({
    value: serverValue(server, areas),
    view: (screen) =>
      [
        factsView(reportOf(server, areas, logFile))(screen),
        ...(missing.length > 0 ? ['', renderTable(missingTable, missing, screen)] : []),
      ].join('\n'),
  })
  if (isWeeksOld(areas)) output.note(weeksOldNote(areas))
}
