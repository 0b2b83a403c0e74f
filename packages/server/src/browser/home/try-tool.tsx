import { catalog } from '@fiq/shared/catalog/catalog'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { ApprovalDialog } from '../paying/approval-dialog.tsx'
import { errorText } from '../paying/error-text.ts'
import { queryAndPay } from '../paying/query-and-pay.ts'
import { createPayingSession, type PayingSession } from '../paying/session.ts'
import { Table } from '../table.tsx'
import { columnsOf, type Row, rowsAt } from './rows.ts'

let opened: Promise<PayingSession> | undefined
const roots = new Map<Element, Root>()

/** Runs a tool's example: quote, approval, payment, then the answer as a table below the button. */
export async function tryTool(name: string, button: HTMLElement): Promise<void> {
  const tool = catalog.find((each) => each.name === name)
  const place = button.closest('.card')?.querySelector('.result')
  if (!tool || !place) return
  opened ??= createPayingSession(window).then(showDialog)
  try {
    const session = await opened
    const { query, variables, outputPath } = tool
    const { body, purchase } = await queryAndPay({ query, variables }, session.ports)
    const cost = purchase ? `${formatUsdc(BigInt(purchase.amount))} USDC` : 'free'
    render(
      place,
      <Answer rows={rowsAt(body, outputPath)} cost={cost} transaction={purchase?.transaction} />,
    )
  } catch (thrown) {
    render(place, <p role="alert">{errorText(thrown)}</p>)
  }
}

/** One dialog for all cards. */
function showDialog(session: PayingSession): PayingSession {
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <ApprovalDialog approvals={session.approvals} wallets={session.wallets} />,
  )
  return session
}

function render(place: Element, content: ReactElement): void {
  const root = roots.get(place) ?? createRoot(place)
  roots.set(place, root)
  root.render(content)
}

const rowsMax = 8

function Answer(props: {
  rows: readonly Row[]
  cost: string
  transaction: string | undefined
}): ReactElement {
  const { rows, cost, transaction } = props
  const columns = columnsOf(rows)
  return (
    <>
      <p className="muted">
        Paid: {cost}
        {transaction && (
          <>
            , transaction <code className="clip">{transaction}</code>
          </>
        )}
      </p>
      <Table
        label="Answer"
        columns={columns.map((name) => (isNumbers(rows, name) ? { name, holds: 'numbers' } : name))}
        rows={rows.slice(0, rowsMax).map((row) => ({
          key: JSON.stringify(row),
          cells: columns.map((column) => cell(row[column])),
        }))}
      />
      {rows.length > rowsMax && <p className="muted">and {rows.length - rowsMax} more</p>}
    </>
  )
}

function isNumbers(rows: readonly Row[], column: string): boolean {
  return rows.some((row) => typeof row[column] === 'number')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 4 })
  return String(value)
}
