import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../../compose/context.ts'
import { showApproveIn } from '../../../../proxy/clients/approve-in.ts'
import { renderTable } from '../../../../terminal/format/table.ts'

/** `fiq proxy token list`. Amounts are decimal USDC. */
export async function run({ proxy, output }: CliContext): Promise<void> {
  const value = (await proxy.clients.list()).map(({ client, standing, automatic, isPlay }) => ({
    client: client.name,
    token: client.hasToken,
    perCall: formatUsdc(client.perCall),
    day: formatUsdc(standing.day),
    perDay: formatUsdc(client.perDay),
    days30: formatUsdc(standing.days30),
    per30Days: formatUsdc(client.per30Days),
    automatic: automatic === undefined ? null : formatUsdc(automatic),
    play: isPlay,
    tools: client.tools ?? null,
    approveIn: showApproveIn(client.windowMax),
  }))
  output.print({
    value,
    view: (screen) =>
      renderTable(
        {
          columns: [
            { title: 'client', width: 16, cell: (row) => row.client, grows: true },
            { title: 'a call', width: 7, cell: (row) => row.perCall, align: 'right' },
            {
              title: '24 hours',
              width: 14,
              cell: (row) => `${row.day} of ${row.perDay}`,
              align: 'right',
            },
            {
              title: '30 days',
              width: 14,
              cell: (row) => `${row.days30} of ${row.per30Days}`,
              align: 'right',
            },
            {
              title: 'unasked',
              width: 13,
              cell: (row) => row.automatic ?? 'as the budget',
              align: 'right',
            },
            { title: 'approved in', width: 11, cell: (row) => row.approveIn },
            {
              title: 'tools',
              width: 20,
              cell: (row) => row.tools?.join(', ') ?? 'all',
              grows: true,
            },
          ],
          empty: 'There are no clients yet. Add one: fiq proxy token add <name>',
        },
        value,
        screen,
      ),
  })
}
