import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../../compose/context.ts'
import { renderTable } from '../../../../terminal/format/table.ts'

export { printWaiting as run }

/** Prints the quotes that wait for the user, oldest first. Amounts are decimal USDC. */
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
      onCredits: quote.isOnCredits === true,
      secondsLeft: Math.max(0, Math.ceil((until - at) / 1_000)),
    }),
  )
  output.print({
    value,
    view: (screen) =>
      renderTable(
        {
          columns: [
            { title: 'id', width: 10, cell: (row) => row.id },
            { title: 'client', width: 14, cell: (row) => `"${row.client}"`, grows: true },
            { title: 'USDC', width: 8, cell: (row) => row.amount, align: 'point' },
            {
              title: 'money',
              width: 7,
              cell: (row) => (row.onCredits ? 'credits' : row.play ? 'PLAY' : 'real'),
            },
            { title: 'left', width: 5, cell: (row) => `${row.secondsLeft} s`, align: 'right' },
            { title: 'for', width: 26, cell: (row) => row.for ?? '', grows: true },
            {
              title: 'pay to',
              width: 48,
              cell: (row) => (row.onCredits ? row.payee : `${row.payTo} ${row.payee}`),
            },
          ],
          empty: 'No payment is waiting for approval.',
        },
        value,
        screen,
      ),
  })
}
