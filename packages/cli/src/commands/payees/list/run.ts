import type { CliContext } from '../../../compose/context.ts'
import { renderTable } from '../../../terminal/format/table.ts'

/** `fiq payees list` */
export async function run({ money, output }: CliContext): Promise<void> {
  const value = (await money.payees.list()).map(({ origin, payTo, since }) => ({
    server: origin,
    payTo: payTo ?? null,
    since: new Date(since).toISOString(),
  }))
  output.print({
    value,
    view: (screen) =>
      renderTable(
        {
          columns: [
            { title: 'server', width: 20, cell: ({ server }) => server, grows: true },
            { title: 'pay to', width: 42, cell: ({ payTo }) => payTo ?? 'trusted, not paid yet' },
            { title: 'since', width: 10, cell: ({ since }) => since.slice(0, 10) },
          ],
          empty: 'No server has been trusted or paid yet.',
        },
        value,
        screen,
      ),
  })
}
