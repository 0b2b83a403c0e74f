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
      value.length === 0
        ? 'No server is trusted or was paid yet.'
        : renderTable(
            [
              { title: 'server', cell: ({ server }) => server },
              { title: 'pay to', cell: ({ payTo }) => payTo ?? 'trusted, not paid yet' },
              { title: 'since', cell: ({ since }) => since.slice(0, 10), drop: 1 },
            ],
            value,
            screen,
          ),
  })
}
