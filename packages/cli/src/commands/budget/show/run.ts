import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../compose/context.ts'
import type { Screen } from '../../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../../terminal/format/table.ts'
import { usdcText } from '../../../terminal/format/usdc-text.ts'

type Read = Awaited<ReturnType<CliContext['money']['budget']['read']>>
type Limits = Read['limits']
type Standing = Read['play']

/** `fiq budget show` */
export async function run({ money, output }: CliContext): Promise<void> {
  const { limits, standing, play } = await money.budget.read()
  const value: WindowRow[] = [
    rowOf('one payment', undefined, limits.perPayment),
    rowOf('24 hours', standing.day, limits.perDay),
    rowOf('30 days', standing.days30, limits.per30Days),
    rowOf('one session', undefined, limits.perSession),
    rowOf('without asking', undefined, limits.autoApprove),
    ...(await playRows(money, limits, play)),
  ]
  output.print({ value, view: (screen) => budgetTable(value, screen) })
}

/**
 * Rows of play money, which has separate windows. They are shown if a play wallet is or was used.
 */
async function playRows(
  { wallets }: CliContext['money'],
  limits: Limits,
  play: Standing,
): Promise<readonly WindowRow[]> {
  const hasWallet = (await wallets.list()).wallets.some(({ isPlay }) => isPlay)
  if (!hasWallet && play.days30 === 0n) return []
  return [
    { ...rowOf('24 hours, play money', play.day, limits.perDay), play: true },
    { ...rowOf('30 days, play money', play.days30, limits.per30Days), play: true },
  ]
}

/** Decimal USDC; `null` if a window keeps no sum. */
function rowOf(window: string, spent: bigint | undefined, cap: bigint): WindowRow {
  const left = spent === undefined || spent > cap ? 0n : cap - spent
  return {
    window,
    play: false,
    spent: spent === undefined ? null : formatUsdc(spent),
    cap: formatUsdc(cap),
    left: spent === undefined ? null : formatUsdc(left),
  }
}

/** One window of the budget. Decimal USDC. */
type WindowRow = {
  window: string
  /** Whether it is the budget of play wallets. */
  play: boolean
  spent: string | null
  cap: string
  left: string | null
}

/** The windows as a table, amounts in USDC. */
function budgetTable(rows: readonly WindowRow[], screen: Screen): string {
  return renderTable({ columns }, rows, screen)
}

const columns: readonly Column<WindowRow>[] = [
  { title: 'USDC', width: 24, cell: ({ window }) => window },
  { title: 'spent', width: 12, cell: ({ spent }) => usdcText(spent), align: 'point' },
  { title: 'of', width: 12, cell: ({ cap }) => usdcText(cap), align: 'point' },
  { title: 'left', width: 12, cell: ({ left }) => usdcText(left), align: 'point' },
]
