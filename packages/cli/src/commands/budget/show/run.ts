import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../context.ts'
import { budgetTable, type WindowRow } from './view.ts'

/** `fiq budget show` */
export async function run({ money, output }: CliContext): Promise<void> {
  const { limits, standing } = await money.budget.read()
  const value: WindowRow[] = [
    rowOf('one payment', undefined, limits.perPayment),
    rowOf('24 hours', standing.day, limits.perDay),
    rowOf('30 days', standing.days30, limits.per30Days),
    rowOf('one session', undefined, limits.perSession),
    rowOf('without asking', undefined, limits.autoApprove),
  ]
  output.print({ value, view: (screen) => budgetTable(value, screen) })
}

/** Decimal USDC; `null` where a window has no running sum. */
function rowOf(window: string, spent: bigint | undefined, cap: bigint): WindowRow {
  const left = spent === undefined || spent > cap ? 0n : cap - spent
  return {
    window,
    spent: spent === undefined ? null : formatUsdc(spent),
    cap: formatUsdc(cap),
    left: spent === undefined ? null : formatUsdc(left),
  }
}
