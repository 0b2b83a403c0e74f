import { formatUsdc } from '@fiq/shared/money/usdc'
import { utcWords } from '../../command-line/views/utc-words.ts'
import type { MoneyPorts } from '../../compose/money-ports.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { instantText } from '../../terminal/format/instant.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { shortHash } from '../../terminal/format/short-hash.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'

type Listed = Awaited<ReturnType<MoneyPorts['payments']['list']>>[number]
type Shown = Awaited<ReturnType<MoneyPorts['payments']['find']>>

/** A payment for scripts: amounts in decimal USDC, times ISO 8601. */
export type PaymentRow = {
  id: string
  at: string
  state: string
  amount: string
  for: string | null
  payTo: string
  transaction: string | null
  /** Whether a play wallet paid. */
  play: boolean
}

/** A purchase as a row of `fiq payments list`. The amount is in USDC. */
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

/** Rows of `fiq payments list` as a table. */
export function paymentTable(rows: readonly PaymentRow[], now: Date, screen: Screen): string {
  return renderTable(paymentsTable(now, screen), rows, screen)
}

/** The journal's states, described by where the money is. */
const stateWords: Readonly<Record<string, string>> = {
  signed: 'at risk',
  unknown: 'at risk',
  settled: 'answer due',
  rejected: 'abandoned',
}

/** Without a receipt, nothing proves that the payment for an answer settled. */
function stateWord({ state, transaction }: PaymentRow): string {
  if (state === 'answered' && transaction === null) return 'no receipt'
  return stateWords[state] ?? state
}

function paymentsTable(now: Date, { isUtc = false }: Screen): Table<PaymentRow> {
  return {
    empty: 'Nothing has been paid yet.',
    columns: [
      { title: 'id', width: 10, cell: ({ id }) => id.slice(0, 10) },
      {
        title: 'when',
        width: 15,
        fields: ['at'],
        cell: ({ at }) => instantText(at, {}, { now, isUtc }),
      },
      {
        title: 'state',
        width: 10,
        cell: stateWord,
        tone: (row) => (stateWord(row) === row.state ? undefined : 'warn'),
      },
      {
        title: 'USDC',
        width: 8,
        fields: ['amount'],
        cell: ({ amount }) => usdcText(amount),
        align: 'point',
      },
      { title: 'for', width: 22, cell: (row) => row.for ?? '', grows: true },
      {
        title: 'money',
        width: 5,
        fields: ['play'],
        cell: ({ play }) => (play ? 'PLAY' : 'real'),
        tone: ({ play }) => (play ? 'warn' : undefined),
      },
      {
        title: 'transaction',
        width: 19,
        from: 120,
        cell: ({ transaction }) => (transaction === null ? '' : shortHash(transaction)),
      },
      { title: 'pay to', width: 42, from: 200, fields: ['payTo'], cell: ({ payTo }) => payTo },
    ],
  }
}

/** All facts of one payment except secrets: without signature and answer. */
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

/** A purchase with its authorization, as `fiq payments show` prints it. */
export function paymentFacts(detail: ReturnType<typeof paymentDetail>, screen: Screen): string {
  return factsView([
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
  ])(screen)
}
