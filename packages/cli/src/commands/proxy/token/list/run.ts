import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../../compose/context.ts'
import { renderTable } from '../../../../terminal/format/table.ts'

/** `fiq proxy token list`. Amounts are decimal USDC. */
export async function run({ proxy, output }: CliContext): Promise<void> {
  const value = (await proxy.clients.list()).map((client) => ({
    client: client.name,
    token: client.hasToken,
    perCall: formatUsdc(client.perCall),
    day: formatUsdc(client.standing.day),
    perDay: formatUsdc(client.perDay),
    days30: formatUsdc(client.standing.days30),
    per30Days: formatUsdc(client.per30Days),
    automatic: client.automatic === undefined ? null : formatUsdc(client.automatic),
    tools: client.tools ?? null,
  }))
  output.print({
    value,
    view: (screen) =>
      value.length === 0
        ? 'No clients yet.'
        : renderTable(
            [
              { title: 'client', cell: (row) => row.client },
              { title: 'a call', cell: (row) => row.perCall, align: 'right' },
              { title: '24 hours', cell: (row) => `${row.day} of ${row.perDay}`, align: 'right' },
              {
                title: '30 days',
                cell: (row) => `${row.days30} of ${row.per30Days}`,
                align: 'right',
                drop: 2,
              },
              {
                title: 'unasked',
                cell: (row) => row.automatic ?? 'as the budget',
                align: 'right',
                drop: 3,
              },
              {
                title: 'tools',
                cell: (row) => row.tools?.join(', ') ?? 'all',
                drop: 1,
                cuttable: true,
              },
            ],
            value,
            screen,
          ),
  })
}
