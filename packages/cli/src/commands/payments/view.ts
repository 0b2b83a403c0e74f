import { formatUsdc } from '@fiq/shared/money/usdc'
import { utcWords } from '../../command-line/views/utc-words.ts'
import type { MoneyPorts } from '../../compose/money-ports.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

type Listed = Awaited<ReturnType<MoneyPorts['payments']['list']>>[number]
type Shown = Awaited<ReturnType<MoneyPorts['payments']['find']>>

/** A payment as a script reads it: amounts decimal USDC, times ISO 8601. */
export type PaymentRow = {
  id: string
  at: string
  state: string
  amount: string
  for: string | null
  payTo: string
  transaction: string | null
  /** Paid by a play wallet. */
  play: boolean
}

export function paymentRow(purchase: Listed): PaymentRow {
  const { id, at, state, amount, label, payTo, transaction, isPlay = false } = purchase
  return {
    id,
    at: new Date(at).toISOString(),
    state,
    amount: formatUsdc(amount),
    for: label ?? null,
    payTo,
    transaction: transaction ?? null,
    play: isPlay,
  }
}

export function paymentTable(rows: readonly PaymentRow[], screen: Screen): string {
  if (rows.length === 0) return 'Nothing has been paid yet.'
  const shown = columns.filter(({ title }) => title !== 'money' || rows.some(({ play }) => play))
  return renderTable(shown, rows, screen)
}

const columns: readonly Column<PaymentRow>[] = [
  { title: 'id', cell: ({ id }) => id.slice(0, 10) },
  { title: 'UTC', cell: ({ at }) => utcWords(at).slice(0, -4) },
  {
    title: 'state',
    cell: ({ state }) => state,
    tone: ({ state }) => (['unknown', 'rejected', 'settled'].includes(state) ? 'warn' : undefined),
  },
  { title: 'USDC', cell: ({ amount }) => amount, align: 'right' },
  {
    title: 'money',
    cell: ({ play }) => (play ? 'PLAY' : 'real'),
    tone: ({ play }) => (play ? 'warn' : undefined),
  },
  { title: 'for', cell: (row) => row.for ?? '–', cuttable: true, drop: 1 },
  { title: 'transaction', cell: ({ transaction }) => transaction?.slice(0, 10) ?? '–', drop: 2 },
]

/** Everything about one payment that is no secret: the signature and the answer are left out. */
export function paymentDetail(purchase: Shown) {
  const { authorization, quote, url, reason } = purchase
  return {
    ...paymentRow(purchase),
    url,
    rows: quote.map(([path, times, credits]) => ({ path, times, credits })),
    payer: authorization.from,
    nonce: authorization.nonce,
    validBefore: new Date(Number(authorization.validBefore) * 1_000).toISOString(),
    reason: reason ?? null,
  }
}

export function paymentFacts(detail: ReturnType<typeof paymentDetail>, screen: Screen): string {
  return renderFacts(
    [
      ['id', detail.id],
      ['at', utcWords(detail.at)],
      ['state', detail.reason === null ? detail.state : `${detail.state}: ${detail.reason}`],
      ['amount', `${detail.amount} USDC${detail.play ? ' of play money' : ''}`],
      ['for', detail.for ?? '–'],
      ['server', detail.url],
      ...detail.rows.map(
        ({ path, times, credits }) =>
          ['row', `${path} x${times}: ${formatCount(credits, 'credit')}`] as const,
      ),
      ['from', detail.payer],
      ['to', detail.payTo],
      ['nonce', detail.nonce],
      ['valid until', utcWords(detail.validBefore)],
      ['transaction', detail.transaction ?? '–'],
    ],
    screen,
  )
}
