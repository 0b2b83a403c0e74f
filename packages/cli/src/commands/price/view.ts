import { formatUsdc } from '@fiq/shared/money/usdc'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import type { Estimate } from '../../query/estimate.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'

/** An itemised price as rows and a total. */
export function estimateView(estimate: Estimate, screen: Screen): string {
  const { amount, credits, rows, tariff } = estimate
  if (amount === 0n) return 'Free.'
  return [
    renderTable({ columns }, rows, screen),
    paint(`${usdcText(amount)} USDC`, 'bold', screen.colour),
    paint(
      `${formatCount(credits, 'credit')} of an API key, tariff ${tariff}`,
      'dim',
      screen.colour,
    ),
  ].join('\n')
}

/** An itemised price as JSON: amounts in decimal USDC, never floating-point numbers. */
export function printableEstimate({ tariff, credits, amount, rows }: Estimate) {
  return {
    tariff,
    credits,
    amount: formatUsdc(amount),
    rows: rows.map((row) => ({
      path: row[0],
      times: row[1],
      credits: row[2],
      amount: formatUsdc(rowAmount(row, atomicPerCredit)),
    })),
  }
}

const columns: readonly Column<QuoteRow>[] = [
  { title: 'for', width: 40, cell: ([path]) => path, grows: true },
  { title: 'times', width: 7, cell: ([, times]) => String(times), align: 'right' },
  { title: 'credits', width: 9, cell: ([, , credits]) => String(credits), align: 'right' },
  {
    title: 'USDC',
    width: 12,
    cell: (row) => usdcText(rowAmount(row, atomicPerCredit)),
    align: 'point',
  },
]
