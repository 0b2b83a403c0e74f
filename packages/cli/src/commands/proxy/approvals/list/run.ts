import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../../compose/context.ts'
import { renderTable } from '../../../../terminal/format/table.ts'

export { printWaiting as run }

/** What waits for the user, oldest first. Amounts are decimal USDC. */
export async function printWaiting({ proxy, output, now }: CliContext): Promise<void> {
  const at = now().getTime()
  const value = (await proxy.approvals.waiting()).map(
    ({ id, client, amount, payTo, quote, until }) => ({
      id,
      client,
      amount: formatUsdc(amount),
      for: quote.label ?? null,
      asked: quote.asked ?? [],
      payTo,
      payee: quote.payee,
      origin: quote.origin,
      credits: quote.credits,
      rows: quote.rows,
      play: quote.play === true,
      secondsLeft: Math.max(0, Math.ceil((until - at) / 1_000)),
    }),
  )
  output.print({
    value,
    view: (screen) =>
      value.length === 0
        ? 'Nothing waits.'
        : renderTable(
            [
              { title: 'id', cell: (row) => row.id },
              { title: 'client', cell: (row) => `"${row.client}"` },
              { title: 'USDC', cell: (row) => row.amount, align: 'right' },
              { title: 'money', cell: ({ play }) => (play ? 'PLAY' : 'real') },
              { title: 'left', cell: (row) => `${row.secondsLeft} s`, align: 'right' },
              { title: 'for', cell: (row) => row.for ?? '', cuttable: true },
              { title: 'pay to', cell: (row) => `${row.payTo} ${row.payee}`, drop: 1 },
            ],
            value,
            screen,
          ),
  })
}
